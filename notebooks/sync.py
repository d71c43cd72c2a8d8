"""Bring each notebook and its text together again, without outputs: `python notebooks/sync.py`.

Edit either of a pair: what was written last counts.
"""

import subprocess
import sys
from pathlib import Path

import nbformat

HERE = Path(__file__).parent
PAIRED = sorted(HERE.glob("0*.md"))


def strip(path: Path) -> None:
    """Take outputs, execution counts and what Jupyter notes beside them out of a notebook."""
    notebook = nbformat.read(path, as_version=4)
    kept = {name: notebook.metadata[name] for name in ("jupytext", "kernelspec")}
    notebook.metadata = nbformat.from_dict(kept)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(notebook, path)


if __name__ == "__main__":
    subprocess.run([sys.executable, "-m", "jupytext", "--sync", *map(str, PAIRED)], check=True)
    for text in PAIRED:
        strip(text.with_suffix(".ipynb"))
        text.touch()  # both are alike now: a text that looks older would be written again

"""The notebooks: each is executed in full in a kernel of its own, and kept alike with its text."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
CELL = 180  # seconds before a cell is given up
#: Of a processor for each notebook: all of them are then three minutes of two processors.
SECONDS = 2 * 180 / 7
AGAIN = "write them again: python notebooks/sync.py"
MACHINE = re.compile(r"/(home|tmp|root|work|Users|var)/|[A-Z]:\\")
#: Lets a kernel talk to its own machine alone.
NO_NETWORK = """
import socket

_connect = socket.socket.connect


def connect(self, address):
    if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "localhost", "::1"):
        raise OSError(f"no network in the notebooks: {address}")
    return _connect(self, address)


socket.socket.connect = connect
"""


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture(scope="session")
def kernel(tmp_path_factory):
    """The name of a kernel of the running Python, with the compiled code ready."""
    import sim

    sim.run("duel", battles=1, seed=1)
    folder = tmp_path_factory.mktemp("jupyter")
    here = folder / "kernels" / "overwatch_test"
    here.mkdir(parents=True)
    site = folder / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(NO_NETWORK)
    spec = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "test",
        "language": "python",
        "env": {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])},
    }
    (here / "kernel.json").write_text(json.dumps(spec))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        patch.delenv("MPLBACKEND", raising=False)
        yield here.name


def outputs(notebook, kind=None):
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if kind is None or output.get("name") == kind:
                yield output


def words(output):
    """All text that an output shows."""
    yield output.get("text", "")
    for name, value in output.get("data", {}).items():
        if name.startswith("text/"):
            yield value


def of_kernels():
    """Seconds of a processor that kernels, which have ended, took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_runs_in_full(name, kernel, tmp_path, capsys):
    notebook = read(FOLDER / f"{name}.ipynb")
    began, spent = time.perf_counter(), of_kernels()
    client = NotebookClient(
        notebook, kernel_name=kernel, timeout=CELL, resources={"metadata": {"path": FOLDER}}
    )
    client.execute()
    seconds, spent = time.perf_counter() - began, of_kernels() - spent
    with capsys.disabled():
        print(f"\n{name}: {seconds:.1f} s, {spent:.1f} s of a processor")
    if folder := os.environ.get("OVERWATCH_NOTEBOOKS"):  # to be looked at
        Path(folder).mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, Path(folder) / f"{name}.ipynb")
    assert [output["text"] for output in outputs(notebook, "stderr")] == []
    assert all(cell.outputs for cell in notebook.cells[-1:] if cell.cell_type == "code")
    assert any(cell.get("outputs") for cell in notebook.cells)
    shown = [word for output in outputs(notebook) for word in words(output)]
    assert [word for word in shown if MACHINE.search(word)] == []
    assert 1 < spent < SECONDS


@pytest.mark.parametrize("name", NAMES)
def test_text_and_notebook_are_alike(name):
    def cells(notebook):
        return [(cell.cell_type, cell.source) for cell in notebook.cells]

    text = jupytext.read(FOLDER / f"{name}.md")
    notebook = read(FOLDER / f"{name}.ipynb")
    assert cells(text) == cells(notebook), AGAIN
    assert notebook.metadata["jupytext"]["formats"] == "ipynb,md"


@pytest.mark.parametrize("name", NAMES)
def test_is_kept_without_outputs(name):
    notebook = read(FOLDER / f"{name}.ipynb")
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert cell.metadata == {}, AGAIN
        if cell.cell_type == "code":
            assert cell.outputs == [], AGAIN
            assert cell.execution_count is None, AGAIN
    assert set(notebook.metadata) == {"jupytext", "kernelspec"}, AGAIN
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", NAMES)
def test_names_no_machine(name):
    for suffix in (".ipynb", ".md"):
        assert not MACHINE.search((FOLDER / f"{name}{suffix}").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_short(name):
    """A cell fits on a screen beside its prose, and prose is not a wall."""
    for cell in read(FOLDER / f"{name}.ipynb").cells:
        lines = cell.source.splitlines()
        assert len(lines) <= (30 if cell.cell_type == "code" else 24), cell.source


def test_all_are_in_the_table():
    listed = re.findall(r"\]\((\d\d_\w+)\.ipynb\)", (FOLDER / "README.md").read_text())
    assert listed == NAMES


@pytest.mark.slow
def test_sync_takes_over_what_was_changed_and_nothing_else(tmp_path):
    for file in ("sync.py", "07_explorer.md", "07_explorer.ipynb"):
        shutil.copy(FOLDER / file, tmp_path / file)
    before = read(tmp_path / "07_explorer.ipynb")
    seen = read(tmp_path / "07_explorer.ipynb")
    seen.cells[1].outputs = [nbformat.v4.new_output("stream", text="as it was")]
    seen.cells[1].execution_count = 7
    nbformat.write(seen, tmp_path / "07_explorer.ipynb")
    text = tmp_path / "07_explorer.md"
    text.write_text(text.read_text().replace("Some things to try:", "Try this:"))
    later = time.time() + 10
    os.utime(text, (later, later))
    for _ in range(2):  # the second time there is nothing to do
        subprocess.run([sys.executable, tmp_path / "sync.py"], check=True, capture_output=True)
        after = read(tmp_path / "07_explorer.ipynb")
        assert [cell.id for cell in after.cells] == [cell.id for cell in before.cells]
        changed = [
            (old.source, new.source)
            for old, new in zip(before.cells, after.cells, strict=True)
            if old.source != new.source
        ]
        ((old, new),) = changed
        assert new == old.replace("Some things to try:", "Try this:")
        assert [cell.get("outputs", []) for cell in after.cells if cell.get("outputs")] == []
        assert after.cells[1].execution_count is None

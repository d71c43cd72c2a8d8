"""An animated replay of a battle: GIF by Pillow, or MP4 by ffmpeg where that is installed."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from matplotlib.colors import to_rgb
from PIL import Image

from sim.refusal import InputError
from sim.report.film import Picture, Pixels, film
from sim.report.look import Theme, look
from sim.report.replay_figure import check_path
from sim.report.style import styled

if TYPE_CHECKING:
    from sim.study.replay import Replay

SUFFIXES = (".gif", ".mp4")
COLOURS = 127  # of a GIF; one is left for what does not change
RATE = 25  # pictures a second of a film
QUALITY = 22  # of a film, x264's scale: less is better and larger


def check_animation(path: str | Path) -> None:
    """Refuse a path that no animation can be written to, or a film without ffmpeg."""
    check_path(path, SUFFIXES, "an animation")
    if Path(path).suffix.lower() == ".mp4" and shutil.which("ffmpeg") is None:
        raise InputError(f"{path}: ffmpeg makes .mp4 and is not installed; .gif needs nothing more")


@styled
def animate(replay: Replay, path: str | Path, *, theme: Theme = "light") -> Path:
    """Write a battle as an animation, .gif or .mp4; the same battle gives the same file.

    Raises `InputError` for a path that cannot be written, and for .mp4 where there is no ffmpeg.
    """
    check_animation(path)
    final = Path(path)
    pictures = film(replay.prepared.scenario, replay.events)
    temporary = final.with_name(f".{final.name}.part{final.suffix}")
    try:
        if final.suffix.lower() == ".gif":
            temporary.write_bytes(gif_bytes(pictures))
        else:
            write_mp4(pictures, temporary, str(path))
        temporary.replace(final)
    except OSError as problem:
        raise InputError(f"{path}: cannot be written: {problem.strerror or problem}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return final


def gif_bytes(pictures: Iterator[Picture]) -> bytes:
    """Return pictures as a GIF that goes round and round; equal ones that follow are one."""
    frames: list[Image.Image] = []
    times: list[int] = []
    palette: Image.Image | None = None
    last: bytes | None = None
    for pixels, milliseconds in pictures:
        content = pixels.tobytes()
        if content == last:
            times[-1] += milliseconds
            continue
        last = content
        picture = Image.fromarray(pixels)
        palette = palette or _palette(picture)
        frames.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        times.append(milliseconds)
    buffer = io.BytesIO()
    frames[0].save(
        buffer, format="GIF", save_all=True, append_images=frames[1:], duration=times, loop=0,
        optimize=False,
    )  # fmt: skip
    return buffer.getvalue()


def _palette(picture: Image.Image) -> Image.Image:
    """Return the colours of a picture, with those of signs that come later among them."""
    now = look()
    signs = [now.paper, now.ink, now.quiet, now.star, now.nobody, now.smoke, now.contour]
    signs += [stroke.colour for stroke in now.shots.values()]
    signs += [colour for side in ("blue", "red") for colour in (now.fill(side), now.edge(side))]
    own = picture.quantize(COLOURS - len(signs), method=Image.Quantize.MEDIANCUT)
    values = (own.getpalette() or [])[: 3 * (COLOURS - len(signs))]
    values += [round(255 * part) for colour in signs for part in to_rgb(colour)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(values)
    return palette


def write_mp4(pictures: Iterator[Picture], path: Path, name: str) -> None:
    """Write pictures as a film; raises `InputError` with its name where ffmpeg cannot."""
    first, milliseconds = next(pictures)
    height, width, _ = first.shape
    command = [
        "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-", "-an", "-c:v", "libx264",
        "-crf", str(QUALITY), "-pix_fmt", "yuv420p", "-threads", "1", "-fflags", "+bitexact",
        "-flags:v", "+bitexact", "-map_metadata", "-1", "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            _send(process.stdin, first, milliseconds)
            for pixels, shown in pictures:
                _send(process.stdin, pixels, shown)
            process.stdin.close()
        words = process.stderr.read().decode(errors="replace").strip().splitlines()
    if process.returncode:
        said = words[-1] if words else f"it ended with {process.returncode}"
        raise InputError(f"{name}: ffmpeg could not make the film: {said}; try .gif")


def _send(pipe: IO[bytes], pixels: Pixels, milliseconds: int) -> None:
    for _ in range(max(1, round(milliseconds * RATE / 1000))):
        pipe.write(pixels.tobytes())

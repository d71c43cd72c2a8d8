"""Doctrines in Python: loaded, parsed, changed, saved; the kernel reads what a file would give."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim import doctrine as compiled
from sim.doctrine import shipped_doctrines
from sim.places import doctrine_folder
from sim.refusal import InputError
from sim.study.doctrine import DoctrineError, load_doctrine, parse_doctrine
from sim.study.prepare import prepare

WAITING = """
name = "waiting"
text = "Waits on overwatch."
[parameters]
share = 0.5
[[activation]]
do = "overwatch"
[[trigger]]
when = "ev_this >= share"
do = "fire"
"""


def test_a_file_of_windows_notepad_is_read(tmp_path: Path) -> None:
    file = tmp_path / "waiting.toml"
    file.write_bytes(b"\xef\xbb\xbf" + WAITING.replace("\n", "\r\n").encode())
    assert load_doctrine(str(file)).source == WAITING
    assert load_doctrine(file, parameters={"share": 0.25}).parameters == {"share": 0.25}


def test_a_setting_names_a_doctrine_as_an_option_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("waiting.toml").write_text(WAITING)
    prepared = prepare("duel", settings=["red.doctrine=waiting.toml"])
    assert prepared.texts[1] == WAITING
    assert prepared.hash == prepare("duel", red="waiting.toml").hash


@pytest.mark.parametrize("several", ["ambush,never", "ambush,mine.toml", "ambush, nope"])
def test_a_list_where_one_is_allowed_says_so(several: str) -> None:
    with pytest.raises(DoctrineError, match="; only one is allowed here"):
        load_doctrine(several)
    with pytest.raises(InputError, match="; only one is allowed here"):
        prepare("duel", settings=[f"red.doctrine={several}"])


@pytest.mark.parametrize("name", shipped_doctrines())
def test_a_loaded_doctrine_is_the_compiled_one_with_its_text(name: str) -> None:
    doctrine = load_doctrine(name)
    own = {field: getattr(doctrine, field) for field in vars(compiled.load_doctrine(name))}
    assert own == vars(compiled.load_doctrine(name))
    assert doctrine.source == (doctrine_folder() / f"{name}.toml").read_text("utf-8")
    assert str(doctrine) == name
    assert load_doctrine(doctrine) is doctrine
    parsed = parse_doctrine(doctrine.source, doctrine.file)
    assert (parsed.ops, parsed.chapters, parsed.given) == (doctrine.ops, doctrine.chapters, None)


def test_other_numbers_are_those_of_a_file_with_them() -> None:
    ambush = load_doctrine("ambush")
    near = ambush.with_(near=20)
    assert near.name == "ambush_near_20"
    assert near.parameters == {**ambush.parameters, "near": 20}
    assert ambush.with_(name="mine", near=20).name == "mine"
    changed = load_doctrine("ambush", parameters={"near": 20})
    assert (near.ops, near.chapters) == (changed.ops, changed.chapters)
    assert load_doctrine(ambush, parameters={"near": 20}).parameters == near.parameters
    assert parse_doctrine(changed.source).parameters == near.parameters
    assert load_doctrine("ambush").with_(near=0.5).name == "ambush_near_0_5"


def test_a_doctrine_written_in_python_is_fought(tmp_path: Path) -> None:
    waiting = parse_doctrine(WAITING)
    assert (waiting.name, str(waiting)) == ("waiting", "waiting.toml")
    file = waiting.save(tmp_path / "waiting.toml")
    told, read = prepare("duel", red=waiting), prepare("duel", red=file)
    assert told.hash == read.hash != prepare("duel").hash
    assert told.doctrines[1] == "waiting"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("share = ", "[more]\nshare = "), "doctrine.toml: more: unknown key"),
        (("ev_this", "ev_that"), "doctrine.toml: trigger[0].when: "),
        ((WAITING, "name ="), "doctrine.toml: is not TOML: "),
        ((WAITING, "x = " + "[" * 5000), "doctrine.toml: is not TOML"),
        ((WAITING, ""), "doctrine.toml: name: is missing"),
    ],
)
def test_a_text_is_refused_as_a_file_is(change: tuple[str, str], message: str) -> None:
    with pytest.raises(DoctrineError) as refused:
        parse_doctrine(WAITING.replace(*change))
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_what_a_doctrine_has_not_is_said(tmp_path: Path) -> None:
    with pytest.raises(DoctrineError, match="ambush: parameters: has no nera; nearest is 'near'"):
        load_doctrine("ambush").with_(nera=3)
    with pytest.raises(InputError, match=r"ends in \.toml"):
        load_doctrine("ambush").save(tmp_path / "x")
    with pytest.raises(InputError, match="cannot be written"):
        load_doctrine("ambush").save(tmp_path / "no" / "x.toml")
    with pytest.raises(DoctrineError, match="its text is not known"):
        load_doctrine(compiled.load_doctrine("ambush")).with_(near=3)

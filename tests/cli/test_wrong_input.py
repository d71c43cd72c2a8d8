"""Wrong input of every kind to every command: one line, exit code 2, and nothing else."""

from __future__ import annotations

import shlex

import pytest

from sim.cli import main

WRONG = """
run nope
run broken.toml
run empty.toml
run .
run ""
run duel -n 0
run duel -n -5
run duel -n x
run duel -n 1e3
run duel -n 99999999999
run duel --seed -1
run duel --seed x
run duel --seed 99999999999999999999999
run duel --blue nope
run duel --blue broken.toml
run duel --blue ""
run duel --red empty.toml
run duel --set x
run duel --set rules.shots=0
run duel --set rules.shots=many
run duel --set rules.nope=1
run duel --set rules.overwatch=aus
run duel --set red.doctrine=nope.toml
run duel --set nope.x=1
run duel --set blue.units.9.count=1
run duel --set blue.units.0.count=x
run duel --set ""
run duel --set =1
run duel --workers 0
run duel --workers -3
run duel --workers x
run duel --workers 100000
run duel --out file
run duel --out file/x
compare duel -n 5
compare duel --side green
compare duel --doctrines never
compare duel --doctrines never,never
compare duel --doctrines ""
compare duel --doctrines never,nope
compare duel --doctrines never,,always
compare duel --against nope
compare duel --against ""
compare duel --until 0
compare duel --until -3
compare duel --until x
compare duel --until nan
compare ridge_crossing --swap
compare duel --out file
sweep duel
sweep duel --vary x
sweep duel --vary rules.shots
sweep duel --vary rules.shots=
sweep duel --vary rules.shots=3:1
sweep duel --vary rules.shots=1:3:0
sweep duel --vary rules.shots=a:b
sweep duel --vary rules.nope=1,2
sweep duel --vary doctrine.nope.x=1,2
sweep duel --vary doctrine.ambush.nope=1,2
sweep duel --vary rules.shots=1,2 --doctrines never
sweep duel --vary rules.shots=1,2 --doctrines never,ambush,always
sweep duel --vary rules.shots=1,2 --side green
sweep duel --vary rules.shots=1,2 --lhs 0
sweep duel --vary rules.shots=1,2 --lhs x
sweep duel --vary rules.shots=1,2 -n 1
sweep duel --vary rules.shots=1,2 --vary rules.shots=1,2
ablate duel --side green
ablate duel --doctrines nope
ablate duel --only nope
ablate duel --only shots,,trigger
ablate duel --against nope
ablate duel -n 1
ablate duel --out file
game duel --blue nope
game duel --blue ""
game duel --blue never,never
game duel --red never,
game duel -n 1
tune duel
tune duel --doctrine nope --side red
tune duel --doctrine ambush
tune duel --doctrine ambush --side green
tune duel --doctrine ambush --side red --trials 0
tune duel --doctrine ambush --side red -n 1
tune duel --doctrine ambush --side red --rounds 0
tune duel --doctrine ambush --side red --range nope=1:2
tune duel --doctrine ambush --side red --range near=2:1
tune duel --doctrine ambush --side red --range near
tune duel --doctrine ambush --side red --sampler nope
trigger
trigger --target x
trigger --target "type=badger range=9"
trigger --target "type=badger, range=9"
trigger --target "value=1" --patience 2
trigger --target "p=2 value=3"
trigger --target "p=0.5"
trigger --target "value=x"
trigger --target "value=1" --left x
trigger --target "value=1" --play 1
trigger --target "value=1" --play x
trigger --target "type=nope range=3 weapon=HKP/3"
trigger --target "value=1" --all "x=1"
trigger --target "value=1" --out file
value duel
value duel --side green
value duel --side blue --doctrine nope
value duel --side blue --against nope
value duel --side blue --instead nope
value duel --side blue -n 1
points duel --without green
points duel --with nope
points duel --doctrine nope
points duel --goal nope
points duel --add x
points duel --add red.units.0.count=99
points duel -n 1
sensitivity duel --vary rules.shots=1:3
sensitivity duel --vary rules.shots=1:3 --vary turns=2:6 --samples 5
sensitivity duel --vary rules.shots=1:3 --vary turns=2:6 -n 1
replay duel --battle -1
replay duel --battle x
replay duel --seed -1
replay nope
replay duel --map x.txt
replay duel --map file/x.png
replay duel --animate x.txt
replay duel --theme pink --map x.png
replay duel --battle 3 --theme pink
report
report nope
report file
report .
odds hit
odds hit --chits 1 --valid Q --armour 1
odds hit --chits 1 --valid R --armour -1
odds shot --weapon X/1 --fire-control basic --range 3 --size 1 --armour 1
odds shot --weapon HKP --fire-control basic --range 3 --size 1 --armour 1
odds shot --weapon HKP/3 --fire-control x --range 3 --size 1 --armour 1
odds shot --weapon HKP/3 --fire-control basic --range x --size 1 --armour 1
odds missile --weapon x --guidance basic --ecm basic --armour 1
odds artillery --battery x --guns 1 --ammunition HEF --target line
odds artillery --battery light --guns 1 --ammunition HEF --target vehicle
odds firefight --rifles 0 --target line
odds firefight --rifles x --target line
odds assault --attacker x --rifles 3 --defender line --defender-rifles 3
odds nope
list nope
list scenarios nope
list types nope
list doctrines nope
list features nope
list rules nope
list words nope
list scenarios duel extra
schema x
doctor --rolls 5
doctor --rolls x
doctor --seed -1
nope
--nope
-x
""".strip().splitlines()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a file, a file that is no TOML and one that is too short."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "broken.toml").write_text("x = [")
    (tmp_path / "empty.toml").write_text('name = "x"')


@pytest.mark.slow
@pytest.mark.parametrize("words", WRONG)
def test_wrong_input_is_one_line_and_2(words, capsys, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert main(shlex.split(words)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("overwatch: ")
    assert shown.err.count("\n") == 1 and shown.err.endswith("\n")
    assert "Traceback" not in shown.err and "Error" not in shown.err
    assert sorted(tmp_path.iterdir()) == before

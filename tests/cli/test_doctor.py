"""`overwatch doctor`."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sim.cli.app import app
from sim.cli.doctor import EXTRAS
from sim.study import fairness

FEW = ["doctor", "--rolls", "20000"]


def test_json_holds_versions_threads_cache_and_fairness():
    result = CliRunner().invoke(app, [*FEW, "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert list(facts) == [
        "versions", "extras", "programs", "threads", "cache", "seed", "fairness", "fair",
    ]  # fmt: skip
    assert facts["extras"]["studies"]["packages"]["scipy"] == version("scipy")
    assert set(facts["programs"]) == {"ffmpeg", "chromium"}
    assert facts["versions"]["numba"] == version("numba")
    assert 1 <= facts["threads"]["workers"] <= facts["threads"]["cpu"]
    assert Path(facts["cache"]["folder"]).is_absolute()
    assert facts["cache"]["bytes_all_versions"] >= facts["cache"]["bytes"] >= 0
    assert [test["name"] for test in facts["fairness"]] == [
        "D4", "D6", "D8", "D10", "D12", "pot, first chit", "pot, fifth chit",
    ]  # fmt: skip
    assert all(test["rolls"] == 20_000 for test in facts["fairness"])
    assert facts["fair"]


def test_text_says_what_is_missing_and_what_it_is_for(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setitem(EXTRAS, "studies", ("game", ("scipy", "no_such_package")))
    out = CliRunner().invoke(app, FEW).stdout
    assert "extra studies    missing: no_such_package  game" in out
    assert "ffmpeg           not found" in out


def test_the_seed_decides_the_rolls():
    first, again, other = (
        json.loads(CliRunner().invoke(app, [*FEW, "--json", "--seed", seed]).stdout)["fairness"]
        for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other


def test_text_names_each_die_with_its_p():
    result = CliRunner().invoke(app, FEW)
    assert result.exit_code == 0
    rows = [line for line in result.stdout.splitlines() if line.endswith(" fair")]
    assert len(rows) == 7
    assert rows[4].split()[:2] == ["D12", "20,000"]


def test_a_loaded_die_is_suspect_and_ends_with_1(monkeypatch):
    loaded = fairness.chi_square_test("D6", "123456", [1000, 1000, 1000, 1000, 1000, 1300], [1] * 6)
    monkeypatch.setattr(fairness, "fairness", lambda rolls, seed: [loaded])
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "SUSPECT" in result.stdout
    assert loaded.p == pytest.approx(0, abs=1e-9)

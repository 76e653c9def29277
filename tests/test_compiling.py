"""Kept machine code: it follows every source of the package, and nothing that is wrong with its folder stops anybody."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver

SCORE = "import solver; print(solver.hand_points([7, 255]).tolist())"


@pytest.fixture
def package(tmp_path):
    """Return a folder with a copy of the package, to be edited."""
    shutil.copytree(Path(solver.__file__).parent, tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(folder, code=SCORE, **environment):
    done = subprocess.run(  # noqa: S603  our own code
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_edit_of_any_file_of_the_package_is_compiled_anew(package):
    assert run(package, NUMBA_CACHE_DIR=str(package / "cache")) == "[20, 120]"
    inlined = package / "solver" / "closed_form.py"
    inlined.write_text(inlined.read_text().replace("return uint32(in_units * uint32(worth.carre_unit))", "return uint32(1)"))
    assert run(package, NUMBA_CACHE_DIR=str(package / "cache")) == "[21, 121]"


def test_broken_files_in_the_cache_are_compiled_anew(package):
    cache = package / "cache"
    assert run(package, NUMBA_CACHE_DIR=str(cache)) == "[20, 120]"
    kept = [file for file in cache.rglob("*") if file.suffix in {".nbi", ".nbc"}]
    assert kept
    for file in kept:
        file.write_bytes(file.read_bytes()[:10])
    assert run(package, NUMBA_CACHE_DIR=str(cache)) == "[20, 120]"


def test_a_cache_that_cannot_be_a_folder_does_not_matter(package):
    (package / "file").touch()
    assert run(package, NUMBA_CACHE_DIR=str(package / "file")) == "[20, 120]"


def test_a_cache_that_vanishes_does_not_matter(package):
    cache = package / "cache"
    code = f"import solver.kernel, shutil; shutil.rmtree({str(cache)!r}); open({str(cache)!r}, 'w').close(); {SCORE}"
    assert run(package, code, NUMBA_CACHE_DIR=str(cache)) == "[20, 120]"


def test_the_python_form_gives_the_same_answers_without_a_warning(package):
    code = """
import numpy as np, solver
from solver.candidates import every_hand
hands = every_hand()[::20011]
trumps = np.arange(len(hands)) % 5 - 1
scores, solved = solver.score_hands(hands, trumps), solver.solve_hands(hands, trumps)
for name in ("points", "belote", "strength", "declared"):
    assert (getattr(scores, name) == getattr(solved, name)).all(), name
assert (solver.hand_points(hands) == solved.points).all()
print(len(hands))
"""
    assert run(package, code, NUMBA_DISABLE_JIT="1") == "526"

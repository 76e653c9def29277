"""Each recipe of `docs/batches.md` for another tool is run where the tool is installed, and gives the points of `score_hands`."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from solver import score_hands
from solver.dealing import write_deals

PAGE = Path(__file__).parent.parent / "docs" / "batches.md"
RECIPES = dict(re.findall(r"^```python (\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))

POINTS = {
    "pandas": 'scored["points"].tolist()',
    "polars": 'scored.collect()["points"].to_list()',
    "duckdb": "[points for _, points in scored.fetchall()]",
    "dask": "scored.compute()[\"points\"].tolist()",
    "ray": 'scored.to_pandas()["points"].tolist()',
}
"""How the points of the rows are had from what a recipe calls `scored`."""


def test_every_tool_has_its_recipe() -> None:
    assert [*RECIPES] == [*POINTS]


@pytest.mark.parametrize("tool", RECIPES)
def test_the_recipe(tmp_path: Path, tool: str) -> None:
    pytest.importorskip("dask.dataframe" if tool == "dask" else tool)
    write_deals(tmp_path / "hands.parquet", 5000, 7)
    program = f"{RECIPES[tool]}\nimport json\nprint(json.dumps({POINTS[tool]}))"
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603  the page's own
    assert result.returncode == 0, result.stderr
    hands = pq.read_table(tmp_path / "hands.parquet")["hand"].to_numpy()
    found = json.loads(result.stdout.splitlines()[-1])
    expected = score_hands(hands).points.tolist()
    assert (sorted(found), sorted(expected)) == (sorted(expected), sorted(found)) if tool == "ray" else found == expected

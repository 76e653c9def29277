"""The rows of a table scored as `Scorer` has them: what the first rows say, bad rows with all they bring, columns that are none."""

import numpy as np
import pyarrow as pa
import pytest

from solver import columns, parse_hand, score_table
from solver.columns import CARD_COLUMNS, DEAL_COLUMNS
from solver.rules import DEFAULT, Rules
from solver.scorer import Job, Reject, Scored, Scorer
from solver.tables import Broken, Stretch, TableError, table_of_arrow


def stretch_of(columns: dict[str, object], start: int = 0, broken: tuple[Broken, ...] = ()) -> Stretch:
    return Stretch("in.csv", start, pa.RecordBatch.from_pydict(columns), broken)


def rejecting(stretch: Stretch) -> Scored:
    """Score the first rows of a file, with bad ones put aside."""
    scorer = Scorer(stretch.name, stretch.batch.schema, Job(rejecting=True))
    scorer.look_at(stretch.batch)
    return scorer.score(stretch)


@pytest.mark.parametrize(("first", "rejected"), [("4o", [3, 4]), ("3", [])])
def test_the_first_row_decides_for_those_from_which_a_run_goes_on(first: str, rejected: list[int]) -> None:
    table = table_of_arrow("table", pa.table({"hand": [first, "7", "7", "7"]}))
    scorer = Scorer("table", table.schema, Job(rejecting=True))
    [stretch] = scorer.begun(table, 2)
    assert [reject.number for reject in scorer.score(stretch).rejects] == rejected


def test_bad_rows_and_broken_ones_in_their_order_with_what_stood_in_them() -> None:
    hands = ["4o", "4o 4o", "5o 6o 7o", "8o"]
    broken = (Broken(0, "2 fields for 1 columns", "a,b"), Broken(3, "3 fields for 1 columns", "a,b,c"))
    scored = rejecting(stretch_of({"hand": hands}, 10, broken))
    first, second = [reject.reason for reject in scored.rejects if reject.values]
    assert scored.rejects == [
        Reject("in.csv", 11, "2 fields for 1 columns", [], "a,b"),
        Reject("in.csv", 13, first, ["4o 4o"], ""),
        Reject("in.csv", 14, "3 fields for 1 columns", [], "a,b,c"),
        Reject("in.csv", 16, second, ["8o"], ""),
    ]
    assert (first, second[:4]) == ("card '4o' stands twice in '4o 4o'", "'8o'")
    assert (scored.counts.rows, scored.counts.rejected) == (6, 4)
    assert scored.batch.column("points").to_pylist() == [0, 20]


def test_several_faults_of_a_row_are_told_by_the_first() -> None:
    columns = {"hand0": ["", "4o", "4o"], "hand1": ["x", "5o", "4o"], "hand2": ["6o"] * 3, "hand3": ["7o"] * 3, "trump": [9, 9, 0]}
    scored = rejecting(stretch_of(columns))
    assert [(reject.number, reject.reason.split(":")[0]) for reject in scored.rejects] == [
        (1, "hand0 is missing"),
        (2, "trump 9 is no trump"),
        (3, "seats 0 and 1 both hold 4o"),
    ]
    assert scored.batch.num_rows == 0


def test_where_one_bad_row_is_enough_no_other_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr(columns, "parse_hand", lambda text, deck: looked_at.append(text) or parse_hand(text, deck))
    table = pa.table({"hand": ["4o", "8o", "9o", "10o", "8c"]})
    with pytest.raises(TableError, match=r"^table, row 2: '8o' is no card"):
        score_table(table)
    assert looked_at == ["8o"]


def test_a_job_is_told_by_the_words_of_a_run() -> None:
    assert Job() == Job(None, "spanish", DEFAULT, rejecting=False, with_text=True)
    assert Job.of(None, "spanish", DEFAULT) == Job()
    rules = Rules(belote=0)
    job = Job.of("hearts", "french", rules, rejecting=True, with_text=False)
    assert (job.trump, job.deck, job.rules, job.rejecting, job.with_text) == (1, "french", rules, True, False)
    assert Job.of("none", "spanish", DEFAULT).trump == -1


def test_the_columns_that_scoring_has_nothing_to_do_with() -> None:
    for hands in (("hand",), CARD_COLUMNS, DEAL_COLUMNS):
        schema = pa.schema([(name, pa.uint32()) for name in ("id", *hands, "trump", "note")])
        scorer = Scorer("in.csv", schema, Job())
        assert (scorer.others, scorer.of_deals) == (("id", "note"), hands == DEAL_COLUMNS)


@pytest.mark.parametrize("count", [20, 21])
def test_a_table_without_hands_tells_its_first_columns(count: int) -> None:
    names = [f"x{number}" for number in range(count)]
    with pytest.raises(TableError) as error:
        Scorer("in.csv", pa.schema([(name, pa.uint32()) for name in names]), Job())
    listed = ", ".join(f"'x{number}'" for number in range(20)) + (", ..." if count > 20 else "")
    nor = "there is no column 'hand', nor 'hand0' to 'hand3', nor 'card0' to 'card7'"
    assert str(error.value) == f"in.csv: {nor}; the columns are {listed}"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["hand0", "hand1", "hand3"], "there is no column 'hand2': a deal has 'hand0', 'hand1', 'hand2', 'hand3'"),
        (CARD_COLUMNS[1:], f"there is no column 'card0': a hand in cards has {', '.join(map(repr, CARD_COLUMNS))}"),
        (["hand", "belote"], "there is a column 'belote' already, and scoring adds one: rename or drop it first"),
        (["hand", "trump"], "a trump is given, but column 'trump' has one for each row: drop one of the two"),
    ],
)
def test_columns_that_do_not_fit(names: list[str], message: str) -> None:
    with pytest.raises(TableError) as error:
        Scorer("in.csv", pa.schema([(name, pa.uint32()) for name in names]), Job(trump=1))
    assert str(error.value) == f"in.csv: {message}"


@pytest.mark.parametrize("threads", [0, 1.5])
def test_threads_of_a_table_are_a_positive_integer(threads: int) -> None:
    with pytest.raises(ValueError, match="threads="):
        score_table(pa.table({"hand": np.array([7])}), threads=threads)

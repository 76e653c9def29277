"""The values and switches of `Rules`."""

import dataclasses
import pickle

import numpy as np
import pytest

from solver import DEFAULT, Rules
from solver.rules import checked_rules


def test_the_default_values_are_those_of_the_rules():
    assert dataclasses.asdict(DEFAULT) == {
        "run_of_3": 20, "run_of_4": 50, "run_of_5": 100, "run_of_6": 100, "run_of_7": 100, "run_of_8": 100,
        "carre_of_4": 0, "carre_of_5": 0, "carre_of_6": 150, "carre_of_7": 100,
        "carre_of_10": 200, "carre_of_11": 100, "carre_of_12": 100, "carre_of_1": 100,
        "belote": 20, "rebelote_required": True, "failed_contract": 162, "most_trick_points": 252,
    }  # fmt: skip


def test_points_by_length_and_by_rank():
    assert DEFAULT.run_points == (0, 0, 0, 20, 50, 100, 100, 100, 100)
    assert DEFAULT.carre_points == (0, 0, 150, 100, 200, 100, 100, 100)


@pytest.mark.parametrize("length", range(3, 9))
def test_each_run_value_is_a_field_of_its_own(length):
    changed = Rules(**{f"run_of_{length}": 33})
    assert changed.run_points == tuple(33 if cards == length else points for cards, points in enumerate(DEFAULT.run_points))


@pytest.mark.parametrize(("position", "rank"), list(enumerate(("4", "5", "6", "7", "10", "11", "12", "1"))))
def test_each_carre_value_is_a_field_of_its_own(position, rank):
    changed = Rules(**{f"carre_of_{rank}": 33})
    assert changed.carre_points == tuple(33 if at == position else points for at, points in enumerate(DEFAULT.carre_points))


def test_rules_are_values():
    assert Rules() == DEFAULT
    assert hash(Rules()) == hash(DEFAULT)
    assert Rules(run_of_3=30) != DEFAULT
    assert dataclasses.replace(DEFAULT, run_of_3=30) == Rules(run_of_3=30)
    assert pickle.loads(pickle.dumps(Rules(run_of_3=30))) == Rules(run_of_3=30)  # noqa: S301 - pickled on this line


def test_rules_are_shown_by_what_differs_from_the_default():
    assert repr(DEFAULT) == "Rules()"
    changed = Rules(carre_of_6=0, run_of_3=30, rebelote_required=False)
    assert repr(changed) == "Rules(run_of_3=30, carre_of_6=0, rebelote_required=False)"
    assert eval(repr(changed)) == changed  # noqa: S307 - of this line's own rules


def test_rules_do_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        DEFAULT.run_of_3 = 30


def test_values_are_named_not_counted():
    with pytest.raises(TypeError):
        Rules(30)


@pytest.mark.parametrize("value", [-1, 5001, 20.0, "20", None, True, np.inf, 10**30])
@pytest.mark.parametrize("name", ["run_of_3", "carre_of_4", "failed_contract", "most_trick_points"])
def test_a_value_that_is_none_is_refused(name, value):
    with pytest.raises(ValueError, match=f"^{name}=.*integer from 0 to 5000"):
        Rules(**{name: value})


@pytest.mark.parametrize("value", [-1, 256, 20.0, "20", None, True])
def test_belote_is_at_most_255(value):
    with pytest.raises(ValueError, match=r"^belote=.*integer from 0 to 255"):
        Rules(belote=value)
    assert Rules(belote=255).belote == 255


@pytest.mark.parametrize("value", [0, 1, "yes", None])
def test_a_switch_is_true_or_false(value):
    with pytest.raises(ValueError, match=r"^rebelote_required=.*True or False"):
        Rules(rebelote_required=value)


def test_a_refusal_shows_the_value_and_what_would_be_right():
    with pytest.raises(ValueError, match=r"^run_of_4='50': this value of the rules is an integer from 0 to 5000$"):
        Rules(run_of_4="50")
    with pytest.raises(ValueError, match=r"^rebelote_required='no': this rule is True or False$"):
        Rules(rebelote_required="no")


@pytest.mark.parametrize("rules", [None, 30, {"run_of_3": 30}])
def test_what_are_no_rules_is_refused(rules):
    assert checked_rules(DEFAULT) is DEFAULT
    with pytest.raises(TypeError) as refusal:
        checked_rules(rules)
    assert str(refusal.value) == f"rules={rules!r}: rules are a solver.Rules, such as solver.Rules(run_of_3=30)"


@pytest.mark.parametrize("value", [0, 5000])
def test_the_ends_of_the_range_are_values(value):
    assert Rules(run_of_3=value).run_of_3 == value

"""How far a policy is from the truth, exactly; and labelled positions."""

from noughts.learn.yardstick.costs import questions
from noughts.learn.yardstick.dataset import Row, as_csv, as_json_lines, card, rows
from noughts.learn.yardstick.meeting import odds, random_policy
from noughts.learn.yardstick.policy import observing, policy_of
from noughts.learn.yardstick.positions import is_small
from noughts.learn.yardstick.yardstick import SEATS, Measure, Tally, measure

__all__ = [
    "SEATS", "Measure", "Row", "Tally", "as_csv", "as_json_lines", "card", "is_small", "measure",
    "observing", "odds", "policy_of", "questions", "random_policy", "rows",
]  # fmt: skip

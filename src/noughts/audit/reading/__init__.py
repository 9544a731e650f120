"""How a program wants to be asked, and how its answer is read."""

from noughts.audit.reading.detect import Detector
from noughts.audit.reading.fit import Found
from noughts.audit.reading.forms import Form
from noughts.audit.reading.guesses import Wishes
from noughts.audit.reading.marks import read_marks
from noughts.audit.reading.readings import NOWHERE, RETURNS
from noughts.audit.reading.scoring import claim_of, decide_by_scores, with_claims
from noughts.audit.reading.trials import probes

__all__ = [
    "NOWHERE", "RETURNS", "Detector", "Form", "Found", "Wishes", "claim_of", "decide_by_scores",
    "probes", "read_marks", "with_claims",
]  # fmt: skip

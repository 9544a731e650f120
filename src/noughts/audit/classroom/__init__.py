"""A class: many programs side by side."""

from noughts.audit.classroom.alike import CAUTION
from noughts.audit.classroom.classroom import SUFFIX, ClassResult, OnProgress, Progress, audit_class
from noughts.audit.classroom.entry import VERDICTS
from noughts.audit.classroom.grades import grades_csv
from noughts.audit.classroom.page import class_page

__all__ = [
    "CAUTION", "SUFFIX", "VERDICTS", "ClassResult", "OnProgress", "Progress", "audit_class",
    "class_page", "grades_csv",
]  # fmt: skip

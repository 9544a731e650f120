"""Which known mistake a program behaves like."""

from noughts.audit.diagnosis.diagnosis import Diagnosis, diagnose

__all__ = ["Diagnosis", "diagnose"]

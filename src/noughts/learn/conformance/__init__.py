"""Does somebody's environment play tic-tac-toe?"""

from noughts.learn.conformance.conformance import CHECKS, RIGHT, EnvironmentAudit, audit_environment
from noughts.learn.conformance.walk import GAME

__all__ = ["CHECKS", "GAME", "RIGHT", "EnvironmentAudit", "audit_environment"]

"""Why: reports and counts that rest on the truth."""

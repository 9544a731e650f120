"""The command line: one file a command; each reads its arguments, calls one function, prints."""

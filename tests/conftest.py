"""Settings of all tests: hypothesis draws the same examples in every run."""

from hypothesis import settings

# no deadline: the first example of a test may wait for the compiler
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

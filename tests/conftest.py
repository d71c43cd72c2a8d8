"""Settings of all tests: hypothesis draws the same examples in every run; which browser there is."""

from hypothesis import settings

from tests.browser import REASON, executable

# no deadline: the first example of a test may wait for the compiler
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_report_header() -> str:
    """Say which browser the tests of pages drive, or that there is none."""
    return f"browser: {executable() or REASON}"

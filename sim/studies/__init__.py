"""Questions about a scenario that take more than one run: which, how much, and how sure."""

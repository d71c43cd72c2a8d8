"""What is asked of the battles: runs, replays, fairness; and their statistics."""

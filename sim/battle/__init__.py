"""State, turn sequence, activation, interrupts: one battle, fought by compiled code."""

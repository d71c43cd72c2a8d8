"""Integer codes and record layouts that every kernel shares; the lowest layer."""

"""One module a rule chapter. Kernels only: state and dice in, result out; each cites its marks."""

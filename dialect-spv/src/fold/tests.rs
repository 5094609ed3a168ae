//! Folds on small functions.

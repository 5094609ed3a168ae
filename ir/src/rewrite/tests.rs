//! Rewriting of small bodies.

//! Types, attributes and literals.

use super::*;

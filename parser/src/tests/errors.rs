//! What wrong texts give.

use super::*;

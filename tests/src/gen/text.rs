//! stub
/// stub
#[derive(Debug)]
pub struct TextOptions {/// f
pub functions: usize, /// s
pub seed: u64}
/// stub
pub fn generate_text(_: &TextOptions) -> (String, usize) { (String::new(), 0) }

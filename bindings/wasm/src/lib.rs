use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub fn text(bytes: &[u8]) -> Result<String, String> {
    let ctx = spv_opt::context();
    let module = spv_opt::import_bytes(&ctx, bytes).map_err(|e| e.to_string())?;
    Ok(spv_opt::print(&module))
}

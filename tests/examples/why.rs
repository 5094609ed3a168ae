//! x
use spv_tests::flow::{Graph, Shape, module_text};
use spv_tests::r#gen::Rng;
use spv_tests::forms;
use std::collections::BTreeMap;
fn main() {
    let mut rng = Rng::new(3);
    let mut why: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = 0;
    for _ in 0..100 {
        let graphs: Vec<Graph> = (0..20).map(|_| Graph::random(&mut rng, Shape { blocks: 20, switches: 10, jumps: 50, ends: 10 })).collect();
        for g in graphs {
            let ctx = spv_opt::context();
            let mut m = spv_opt::parse(&ctx, &module_text(&[g])).unwrap();
            let before = spv_opt::print(&m);
            forms::structured(&mut m).unwrap();
            let text = spv_opt::print(&m);
            if text.contains("_merge(") {
                let defs = forms::defs(&m);
                let c = m.ctx.clone();
                let mut r = String::new();
                forms::each_function(&mut m, &mut |b| { if let Err(e) = spv_opt::dialect::control::structurize_regions(&c, b, &defs) { r = e.reason.to_string(); } });
                if shown < 1 && text.len() < 6000 { shown += 1; println!("{before}\n{text}"); }
                *why.entry(r).or_default() += 1;
            } else { *why.entry("region or plain".into()).or_default() += 1; }
        }
    }
    println!("{why:?}");
}

use super::dialect::*;
use crate::Options;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::*;

#[test]
#[ignore]
fn bench() {
    let first = Maker::new();
    let ctx = first.ctx.clone();
    let i32 = first.i32();
    let mut module = Module::new(ctx.clone());
    let ptr = ctx.param_type(ctx.registry().type_by_name("spv.ptr").unwrap(), &[ctx.type_attr(ctx.vector_type(4, ctx.common().f32)), ctx.string_attr("StorageBuffer")], 0);
    let ty = ctx.type_attr(ctx.function_type(&[i32, ptr], &[]));
    let top = module.body.first_block(module.body.root()).unwrap();
    let four = ctx.array_attr(&[ctx.i32_attr(4)]).raw();
    let words = ctx.attr(AttrData::Words([1, 2].into())).raw();
    for f in 0..std::env::var("N").map_or(20000, |n| n.parse().unwrap()) {
        let mut m = Maker::new2(&ctx);
        let a = m.arg(i32);
        let p = m.arg(ptr);
        let mut v = a;
        for c in 0..4 { m.constant(c); }
        for k in 0..4 {
            for _ in 0..4 {
                v = m.value(&ADD, &[v, a], &[], i32);
                m.value(&LOAD, &[p], &[3, four], i32);
                m.value(&LOAD, &[p], &[ABSENT, 0], i32);
                v = m.value(&EXTRACT, &[v], &[words], i32);
                if std::env::var("NAMED").is_ok() { m.name(v, ["alpha", "beta", "gamma_long"][k % 3]); }
            }
            let next = m.block(&[i32]);
            m.branch(next, &[v]);
            m.at = next;
        }
        m.ret();
        let name = ctx.string_attr(&format!("f{f}")).raw();
        let mut builder = Builder::at(&mut module.body, At::End(top));
        let op = builder.create(NewOp { slots: &[name, ty.raw(), 0], isolated: true, ..NewOp::new(spv_ir::builtin::FUNC_ID) });
        builder.set_nested(op, Some(Box::new(m.body)));
    }
    let _ = OpDefId(0);
    let cpu = || std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
    let mut best = u64::MAX;
    let mut bytes = 0;
    for _ in 0..std::env::var("R").map_or(20, |n| n.parse().unwrap()) {
        let t = cpu();
        struct Null(usize);
        impl std::io::Write for Null { fn write(&mut self, b: &[u8]) -> std::io::Result<usize> { self.0 += b.len(); Ok(b.len()) } fn flush(&mut self) -> std::io::Result<()> { Ok(()) } }
        let mut null = Null(0);
        crate::print_to(&module, &Options::default(), &mut null).unwrap();
        best = best.min(cpu() - t);
        bytes = null.0;
    }
    eprintln!("stream best {} ms, {} MB/s", best as f64 / 1e6, bytes as f64 / best as f64 * 1e3);
    for _ in 0..0 {
        let t = std::time::Instant::now();
        let s = crate::print(&module, &Options::default());
        let e = t.elapsed();
        eprintln!("print {} MB {:?} {:.0} MB/s", s.len() / 1000000, e, s.len() as f64 / e.as_secs_f64() / 1e6);
        let t = std::time::Instant::now();
        struct Null(usize);
        impl std::io::Write for Null { fn write(&mut self, b: &[u8]) -> std::io::Result<usize> { self.0 += b.len(); Ok(b.len()) } fn flush(&mut self) -> std::io::Result<()> { Ok(()) } }
        crate::print_to(&module, &Options::default(), &mut Null(0)).unwrap();
        eprintln!("stream {:?}", t.elapsed());
    }
}

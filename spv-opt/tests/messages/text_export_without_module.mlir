// FLAGS: --emit=spirv -o out.spv
module {
}

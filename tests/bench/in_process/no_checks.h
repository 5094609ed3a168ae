// Included in front of each file of SPIRV-Tools: the crate asks for checks of consistency behind each pass, which take most
// of the time and which no release build of SPIRV-Tools has.
#undef SPIRV_CHECK_CONTEXT

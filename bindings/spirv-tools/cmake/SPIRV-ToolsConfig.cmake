# Targets of the C interface of SPIRV-Tools: SPIRV-Tools-shared, SPIRV-Tools-static, and SPIRV-Tools, which is shared if
# BUILD_SHARED_LIBS is on and static otherwise.
if(TARGET SPIRV-Tools)
    return()
endif()
get_filename_component(_spirv_tools_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

add_library(SPIRV-Tools-shared SHARED IMPORTED)
set_target_properties(SPIRV-Tools-shared PROPERTIES
    IMPORTED_LOCATION "${_spirv_tools_prefix}/lib/libSPIRV-Tools-shared.so"
    IMPORTED_SONAME libSPIRV-Tools-shared.so
    INTERFACE_COMPILE_DEFINITIONS SPIRV_TOOLS_SHAREDLIB
    INTERFACE_INCLUDE_DIRECTORIES "${_spirv_tools_prefix}/include")

add_library(SPIRV-Tools-static STATIC IMPORTED)
set_target_properties(SPIRV-Tools-static PROPERTIES
    IMPORTED_LOCATION "${_spirv_tools_prefix}/lib/libSPIRV-Tools.a"
    INTERFACE_LINK_LIBRARIES "pthread;dl;m;gcc_s"
    INTERFACE_INCLUDE_DIRECTORIES "${_spirv_tools_prefix}/include")

add_library(SPIRV-Tools INTERFACE IMPORTED)
if(BUILD_SHARED_LIBS)
    set_target_properties(SPIRV-Tools PROPERTIES INTERFACE_LINK_LIBRARIES SPIRV-Tools-shared)
else()
    set_target_properties(SPIRV-Tools PROPERTIES INTERFACE_LINK_LIBRARIES SPIRV-Tools-static)
endif()
set(SPIRV-Tools_LIBRARIES SPIRV-Tools)
set(SPIRV-Tools_INCLUDE_DIRS "${_spirv_tools_prefix}/include")
unset(_spirv_tools_prefix)

// Counts the instructions that LLVM compiles for a Mesa driver that uses its C interface (lavapipe), after the passes that
// the driver runs: `LD_PRELOAD=llvm_count.so LLVM_COUNT=FILE LLVM_LIBRARY=libLLVM-15.so.1 PROGRAM`. When the program ends,
// FILE gets one line: modules, instructions, terminators with several successors, and the microseconds of processor time
// that LLVM took.
//
//     cc -O2 -shared -fPIC -o llvm_count.so llvm_count.c -ldl
//
// The functions of LLVM are found in the library that the driver loads; LLVM's headers are not needed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned long modules, instructions, branches, nanoseconds;
// Of the module that passes were run on last; added when its code is asked for.
static unsigned long pending_instructions, pending_branches;

static void *library;

static void *in_library(const char *name) {
    void *function = dlsym(library, name);
    if (!function) fprintf(stderr, "llvm_count: %s is missing\n", name), abort();
    return function;
}

// The function of that name after this library, which also tells which library LLVM is.
static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        // The driver was loaded with RTLD_LOCAL.
        if (!library) library = dlopen(getenv("LLVM_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
        function = library ? in_library(name) : 0;
    }
    if (!function) fprintf(stderr, "llvm_count: LLVM_LIBRARY must name the driver's LLVM\n"), abort();
    return function;
}

static unsigned long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000UL + time.tv_nsec;
}

typedef void *(*Walk)(void *);

static void count(void *module) {
    Walk function = next("LLVMGetFirstFunction"), next_function = next("LLVMGetNextFunction");
    Walk block = next("LLVMGetFirstBasicBlock"), next_block = next("LLVMGetNextBasicBlock");
    Walk instruction = next("LLVMGetFirstInstruction"), next_instruction = next("LLVMGetNextInstruction");
    Walk terminator = next("LLVMGetBasicBlockTerminator");
    unsigned (*successors)(void *) = next("LLVMGetNumSuccessors");
    pending_instructions = pending_branches = 0;
    for (void *f = function(module); f; f = next_function(f))
        for (void *b = block(f); b; b = next_block(b)) {
            for (void *i = instruction(b); i; i = next_instruction(i)) pending_instructions++;
            void *end = terminator(b);
            pending_branches += end && successors(end) > 1;
        }
}

void *LLVMRunPasses(void *module, const char *passes, void *machine, void *options) {
    void *(*run)(void *, const char *, void *, void *) = next(__func__);
    unsigned long start = now();
    void *error = run(module, passes, machine, options);
    nanoseconds += now() - start;
    count(module);
    return error;
}

void *LLVMGetPointerToGlobal(void *engine, void *global) {
    void *(*pointer)(void *, void *) = next(__func__);
    modules += pending_instructions != 0;
    instructions += pending_instructions;
    branches += pending_branches;
    pending_instructions = pending_branches = 0;
    unsigned long start = now();
    void *code = pointer(engine, global);
    nanoseconds += now() - start;
    return code;
}

__attribute__((destructor)) static void finish(void) {
    const char *path = getenv("LLVM_COUNT");
    FILE *file = path && modules ? fopen(path, "w") : 0;
    if (file) {
        fprintf(file, "%lu %lu %lu %lu\n", modules, instructions, branches, nanoseconds / 1000);
        fclose(file);
    }
}

// Reads a module and prints it as text, followed by the size of its binary: print INPUT.
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <spv_opt.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

template <auto Free> struct Deleter {
    template <typename T> void operator()(T *handle) const { Free(handle); }
};
using Session = std::unique_ptr<spvopt_session, Deleter<spvopt_session_free>>;
using Module = std::unique_ptr<spvopt_module, Deleter<spvopt_module_free>>;
using Diagnostics = std::unique_ptr<spvopt_diagnostics, Deleter<spvopt_diagnostics_free>>;

// Throws the diagnostics if a call failed.
template <typename Call> void check(Call call) {
    spvopt_diagnostics *raw = nullptr;
    if (call(&raw) != SPVOPT_STATUS_OK) {
        Diagnostics errors(raw);
        throw std::runtime_error(spvopt_diagnostics_text(errors.get()));
    }
}

std::string text(spvopt_module *module) {
    spvopt_bytes bytes{};
    check([&](auto errors) { return spvopt_text(module, &bytes, errors); });
    std::string result(reinterpret_cast<char *>(bytes.data), bytes.length);
    spvopt_bytes_free(&bytes);
    return result;
}

} // namespace

int main(int argc, char **argv) try {
    if (argc != 2) throw std::runtime_error("usage: print INPUT");
    std::ifstream file(argv[1], std::ios::binary);
    std::vector<char> input{std::istreambuf_iterator<char>(file), {}};
    Session session(spvopt_session_new());
    spvopt_module *raw = nullptr;
    check([&](auto errors) {
        auto data = reinterpret_cast<const uint8_t *>(input.data());
        return spvopt_read(session.get(), data, input.size(), nullptr, &raw, errors);
    });
    Module module(raw);
    std::cout << text(module.get());
    spvopt_words words{};
    check([&](auto errors) { return spvopt_export(module.get(), &words, errors); });
    std::cout << "// " << 4 * words.count << " bytes\n";
    spvopt_words_free(&words);
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}

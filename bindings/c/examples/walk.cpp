// Lists the ops of each function with the types of their operands: walk INPUT.
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

// Returns the result of a call, or throws its diagnostics.
template <typename Result, typename Call> Result result_of(Call call) {
    Result result{};
    spvopt_diagnostics *raw = nullptr;
    if (call(&result, &raw) != SPVOPT_STATUS_OK) {
        Diagnostics errors(raw);
        throw std::runtime_error(spvopt_diagnostics_text(errors.get()));
    }
    return result;
}

// Converts the result of an interface function to a string or a vector.
template <auto Function, typename Part> std::string text(spvopt_module *module, Part part) {
    auto bytes = result_of<spvopt_bytes>([&](auto out, auto errors) { return Function(module, part, out, errors); });
    std::string copy(reinterpret_cast<char *>(bytes.data), bytes.length);
    spvopt_bytes_free(&bytes);
    return copy;
}
template <auto Free, typename List> auto vector(List list) {
    std::vector items(list.data, list.data + list.count);
    Free(&list);
    return items;
}

void list(spvopt_module *module) {
    auto functions = result_of<spvopt_ops>(
        [&](auto out, auto errors) { return spvopt_module_functions(module, out, errors); });
    for (auto function : vector<spvopt_ops_free>(functions)) {
        std::cout << '@' << text<spvopt_op_symbol>(module, function) << '\n';
        auto all = result_of<spvopt_ops>(
            [&](auto out, auto errors) { return spvopt_op_walk(module, function, out, errors); });
        for (auto op : vector<spvopt_ops_free>(all)) {
            std::cout << "  " << text<spvopt_op_name>(module, op);
            auto operands = result_of<spvopt_values>(
                [&](auto out, auto errors) { return spvopt_op_operands(module, op, out, errors); });
            for (auto value : vector<spvopt_values_free>(operands))
                std::cout << ' ' << text<spvopt_value_type>(module, value);
            std::cout << '\n';
        }
    }
}

} // namespace

int main(int argc, char **argv) try {
    if (argc != 2) throw std::runtime_error("usage: walk INPUT");
    std::ifstream file(argv[1], std::ios::binary);
    std::vector<char> input{std::istreambuf_iterator<char>(file), {}};
    Session session(spvopt_session_new());
    Module module(result_of<spvopt_module *>([&](auto out, auto errors) {
        auto data = reinterpret_cast<const uint8_t *>(input.data());
        return spvopt_read(session.get(), data, input.size(), nullptr, out, errors);
    }));
    list(module.get());
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}

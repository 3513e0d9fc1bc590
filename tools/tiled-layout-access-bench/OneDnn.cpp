//===- OneDnn.cpp - Products, convolutions and pooling by oneDNN
//------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of its own, so that the program needs oneDNN only where it is.
//
//===----------------------------------------------------------------------===//

#include "PeerProblem.h"

#include "oneapi/dnnl/dnnl.hpp"

#include <dlfcn.h>
#include <unordered_map>

using namespace mlir::tiled_layout::bench;
using dnnl::memory;

static memory::data_type getType(const std::string &name) {
  if (name == "f32")
    return memory::data_type::f32;
  if (name == "bf16")
    return memory::data_type::bf16;
  if (name == "s8")
    return memory::data_type::s8;
  if (name == "u8")
    return memory::data_type::u8;
  return name == "s32" ? memory::data_type::s32 : memory::data_type::undef;
}

namespace {

struct Machine {
  Machine() : engine(dnnl::engine::kind::cpu, 0), stream(engine) {
    // oneDNN leaves its threads to OpenMP, whichever library that is.
    if (void *set = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
      reinterpret_cast<void (*)(int)>(set)(1);
  }

  void reorder(memory from, memory to) {
    dnnl::reorder(from, to).execute(stream, from, to);
    stream.wait();
  }

  dnnl::engine engine;
  dnnl::stream stream;
};

/// An operation with the arrays that it is given.
struct Given {
  int name;
  memory::desc type;
  void *data;
};

} // namespace

static Machine &getMachine() {
  static Machine machine;
  return machine;
}

/// Adds a run on arrays as they are given, or in the layouts that the operation
/// asks for: inputs are put into those beforehand, the result is put back when
/// all is done.
template <typename Primitive>
static void addRun(std::vector<PeerRun> &runs, std::string name,
                   const typename Primitive::primitive_desc &operation,
                   std::vector<Given> inputs, Given output,
                   std::vector<memory::desc> wanted, memory::desc result) {
  Machine &machine = getMachine();
  std::unordered_map<int, memory> arguments;
  for (size_t k = 0; k < inputs.size(); ++k) {
    memory given(inputs[k].type, machine.engine, inputs[k].data);
    if (wanted[k] == inputs[k].type) {
      arguments[inputs[k].name] = given;
      continue;
    }
    memory own(wanted[k], machine.engine);
    machine.reorder(given, own);
    arguments[inputs[k].name] = own;
  }
  memory outside(output.type, machine.engine, output.data);
  bool isOwn = result != output.type;
  memory inside = isOwn ? memory(result, machine.engine) : outside;
  arguments[output.name] = inside;
  Primitive primitive(operation);
  runs.push_back({std::move(name),
                  [=, &machine] {
                    primitive.execute(machine.stream, arguments);
                    machine.stream.wait();
                  },
                  isOwn ? std::function<void()>([=, &machine] {
                    machine.reorder(inside, outside);
                  })
                        : nullptr});
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static void addProduct(const Product &p,
                       const std::vector<memory::data_type> &types,
                       const std::vector<void *> &inputs, void *output,
                       std::vector<PeerRun> &runs) {
  auto describe = [&](int operand, int64_t rows, int64_t columns,
                      const MatrixPlace &place) {
    if (p.batch == 1)
      return memory::desc({rows, columns}, types[operand],
                          memory::dims{place.row ? place.row : columns,
                                       place.column ? place.column : 1});
    return memory::desc({p.batch, rows, columns}, types[operand],
                        memory::dims{place.batch,
                                     place.row ? place.row : columns,
                                     place.column ? place.column : 1});
  };
  memory::desc a = describe(0, p.m, p.k, p.a), b = describe(1, p.k, p.n, p.b),
               c = describe(2, p.m, p.n, p.c);
  memory::desc any(b.dims(), types[1], memory::format_tag::any);
  for (bool isOwn : {false, true}) {
    dnnl::matmul::primitive_desc operation(
        dnnl::matmul::desc(a, isOwn ? any : b, c), getMachine().engine);
    if (isOwn && operation.weights_desc() == b)
      continue;
    addRun<dnnl::matmul>(
        runs, isOwn ? "oneDNN, own layout of B" : "oneDNN", operation,
        {{DNNL_ARG_SRC, a, inputs[0]}, {DNNL_ARG_WEIGHTS, b, inputs[1]}},
        {DNNL_ARG_DST, c, output}, {a, operation.weights_desc()}, c);
  }
}

//===----------------------------------------------------------------------===//
// Convolutions and pooling
//===----------------------------------------------------------------------===//

static void addConvolution(const Windows &w,
                           const std::vector<memory::data_type> &types,
                           const std::vector<void *> &inputs, void *output,
                           std::vector<PeerRun> &runs) {
  using Tag = memory::format_tag;
  bool isDepthwise = w.kind == Windows::Kind::Depthwise;
  memory::dims source = {w.batch, w.channels, w.height, w.width},
               dest = {w.batch, w.outChannels, w.outHeight, w.outWidth},
               weights = {w.outChannels, w.channels, w.windowHeight,
                          w.windowWidth};
  Tag weightsTag = Tag::hwio;
  // hwc is ohwi, o = channels in groups of one.
  if (isDepthwise)
    weights = {w.channels, 1, 1, w.windowHeight, w.windowWidth};
  memory::desc x(source, types[0], Tag::nhwc), y(dest, types[2], Tag::nhwc);
  memory::desc f =
      isDepthwise
          ? memory::desc(
                weights, types[1],
                memory::dims{1, 1, 1, w.windowWidth * w.channels, w.channels})
          : memory::desc(weights, types[1], weightsTag);
  for (bool isOwn : {false, true}) {
    auto ask = [&](const memory::desc &type) {
      return isOwn ? memory::desc(type.dims(), type.data_type(), Tag::any)
                   : type;
    };
    dnnl::convolution_forward::primitive_desc operation(
        dnnl::convolution_forward::desc(
            dnnl::prop_kind::forward_inference,
            dnnl::algorithm::convolution_direct, ask(x), ask(f), ask(y),
            memory::dims(w.strides.begin(), w.strides.end()),
            memory::dims{w.dilations[0] - 1, w.dilations[1] - 1},
            memory::dims{0, 0}, memory::dims{0, 0}),
        getMachine().engine);
    addRun<dnnl::convolution_forward>(
        runs, isOwn ? "oneDNN, own layouts" : "oneDNN", operation,
        {{DNNL_ARG_SRC, x, inputs[0]}, {DNNL_ARG_WEIGHTS, f, inputs[1]}},
        {DNNL_ARG_DST, y, output},
        {operation.src_desc(), operation.weights_desc()}, operation.dst_desc());
  }
}

/// Pooling of floating-point numbers; oneDNN has averages, no sums, which take
/// the same time.
static void addPooling(const Windows &w,
                       const std::vector<memory::data_type> &types,
                       const std::vector<void *> &inputs, void *output,
                       std::vector<PeerRun> &runs) {
  if (w.kind != Windows::Kind::MaxPool)
    return;
  using Tag = memory::format_tag;
  memory::desc x({w.batch, w.channels, w.height, w.width}, types[0], Tag::nhwc);
  memory::desc y({w.batch, w.channels, w.outHeight, w.outWidth}, types[2],
                 Tag::nhwc);
  dnnl::pooling_forward::primitive_desc operation(
      dnnl::pooling_forward::desc(
          dnnl::prop_kind::forward_inference, dnnl::algorithm::pooling_max, x,
          y, memory::dims(w.strides.begin(), w.strides.end()),
          memory::dims{w.windowHeight, w.windowWidth}, memory::dims{0, 0},
          memory::dims{0, 0}),
      getMachine().engine);
  addRun<dnnl::pooling_forward>(runs, "oneDNN", operation,
                                {{DNNL_ARG_SRC, x, inputs[0]}},
                                {DNNL_ARG_DST, y, output}, {x}, y);
}

extern "C" void tiledLayoutAddOneDnn(const PeerProblem &problem,
                                     const std::vector<void *> &inputs,
                                     void *output, std::vector<PeerRun> &runs) {
  std::vector<memory::data_type> types;
  for (const std::string &name : problem.types) {
    types.push_back(getType(name));
    if (types.back() == memory::data_type::undef)
      return;
  }
  // Combinations of types that oneDNN lacks throw.
  try {
    if (problem.product)
      addProduct(*problem.product, types, inputs, output, runs);
    else if (problem.windows &&
             (problem.windows->kind == Windows::Kind::Conv ||
              problem.windows->kind == Windows::Kind::Depthwise))
      addConvolution(*problem.windows, types, inputs, output, runs);
    else if (problem.windows)
      addPooling(*problem.windows, types, inputs, output, runs);
  } catch (const dnnl::error &) {
  }
}

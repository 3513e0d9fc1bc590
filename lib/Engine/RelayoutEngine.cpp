//===- RelayoutEngine.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutEngine.h"

#include "KernelBuilder.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <list>
#include <mutex>

using namespace mlir::tiled_layout;
using llvm::Expected;

namespace {

/// What is kept of a key. The least recently used entries go first.
template <typename Key, typename Value>
class LeastRecentlyUsed {
public:
  explicit LeastRecentlyUsed(size_t capacity) : capacity(capacity) {}

  size_t size() const { return entries.size(); }

  /// Returns the value of a key, or null. `query` is what the key is made from:
  /// it has the same hash, and may refer to what the key has a copy of.
  template <typename Query>
  Value *find(const Query &query) {
    auto at = places.find(getHash(query));
    if (at == places.end())
      return nullptr;
    for (Place place : at->second)
      if (place->first == query) {
        if (place != entries.begin())
          entries.splice(entries.begin(), entries, place);
        return &place->second;
      }
    return nullptr;
  }

  /// Adds a key that is not there.
  Value &insert(Key key, Value value) {
    uint64_t hash = getHash(key);
    entries.emplace_front(std::move(key), std::move(value));
    places[hash].push_back(entries.begin());
    if (entries.size() > capacity) {
      Place last = std::prev(entries.end());
      auto at = places.find(getHash(last->first));
      llvm::erase(at->second, last);
      if (at->second.empty())
        places.erase(at);
      entries.erase(last);
    }
    return entries.front().second;
  }

private:
  using Entries = std::list<std::pair<Key, Value>>;
  using Place = typename Entries::iterator;

  /// Numbers that the map keeps for itself are no hashes.
  template <typename Query>
  static uint64_t getHash(const Query &query) {
    using llvm::hash_value;
    return uint64_t(hash_value(query)) >> 1;
  }

  size_t capacity;
  /// The most recently used first.
  Entries entries;
  /// By hash, which more than one key may have.
  llvm::DenseMap<uint64_t, llvm::SmallVector<Place, 1>> places;
};

/// What is asked for.
struct Query {
  const RelayoutProblem &problem;
  unsigned threads;
};

/// What kernels are kept by.
struct Request {
  RelayoutProblem problem;
  unsigned threads;

  bool operator==(const Query &query) const {
    return threads == query.threads && problem == query.problem;
  }
};

llvm::hash_code hash_value(const Query &query) {
  return hash_value(query.problem) + query.threads;
}
llvm::hash_code hash_value(const Request &request) {
  return hash_value(Query{request.problem, request.threads});
}

/// A shape that is moved by the program of its kind.
struct ColdKernel {
  std::shared_ptr<const RelayoutKernel> kernel;
  /// What it has moved.
  int64_t bytes = 0;
};

/// Returns what one call moves, on both sides.
int64_t getKernelBytes(const RelayoutKernel &kernel) {
  return kernel.getSourceBytes() + kernel.getDestBytes();
}

/// The program of one key. Whoever holds the mutex may compile it.
struct ProgramSlot {
  std::mutex mutex;
  std::shared_ptr<const CompiledCode> code;
};

} // namespace

class RelayoutEngine::Cache {
public:
  Cache(size_t capacity, Target target)
      : target(std::move(target)), kernels(capacity), coldKernels(capacity),
        programs(capacity) {}

  Expected<std::shared_ptr<const RelayoutKernel>>
  getKernel(const RelayoutProblem &problem, unsigned threads);
  /// Returns the kernel that should move the array now.
  Expected<std::shared_ptr<const RelayoutKernel>>
  getKernelToRun(const RelayoutProblem &problem, unsigned threads);
  /// Returns the kernel of a problem by the program of its kind.
  Expected<std::shared_ptr<const RelayoutKernel>>
  buildColdKernel(const RelayoutProblem &problem);
  EngineStatistics getStatistics();

private:
  std::shared_ptr<ProgramSlot> getSlot(const std::string &key);
  Expected<std::shared_ptr<const CompiledCode>>
  getCode(const KernelPart &part, const PlanOptions &options, bool anyExtent);

  /// Returns the program of a slot, compiled now or before.
  Expected<std::shared_ptr<const CompiledCode>>
  getCode(ProgramSlot &slot,
          llvm::function_ref<Expected<std::shared_ptr<const CompiledCode>>()>
              compile);
  /// Returns the kernel that is known and should move the array; null if there
  /// is none. `isNew` says whether nothing is known of the shape.
  std::shared_ptr<const RelayoutKernel>
  findKernelToRun(const RelayoutProblem &problem, unsigned threads,
                  bool &isNew);

  const Target target;
  /// Guards all below, and is never held while something compiles.
  std::mutex mutex;
  LeastRecentlyUsed<Request, std::shared_ptr<const RelayoutKernel>> kernels;
  /// By one thread.
  LeastRecentlyUsed<Request, ColdKernel> coldKernels;
  LeastRecentlyUsed<std::string, std::shared_ptr<ProgramSlot>> programs;
  EngineStatistics statistics;
};

std::shared_ptr<ProgramSlot>
RelayoutEngine::Cache::getSlot(const std::string &key) {
  std::lock_guard<std::mutex> lock(mutex);
  if (std::shared_ptr<ProgramSlot> *slot = programs.find(key))
    return *slot;
  return programs.insert(key, std::make_shared<ProgramSlot>());
}

Expected<std::shared_ptr<const CompiledCode>> RelayoutEngine::Cache::getCode(
    ProgramSlot &slot,
    llvm::function_ref<Expected<std::shared_ptr<const CompiledCode>>()>
        compile) {
  std::lock_guard<std::mutex> slotLock(slot.mutex);
  if (slot.code)
    return slot.code;
  auto code = compile();
  if (!code)
    return code.takeError();
  slot.code = std::move(*code);
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.compiled;
  return slot.code;
}

Expected<std::shared_ptr<const CompiledCode>>
RelayoutEngine::Cache::getCode(const KernelPart &part,
                               const PlanOptions &options, bool anyExtent) {
  std::shared_ptr<ProgramSlot> slot = getSlot(getProgramKey(part, anyExtent));
  bool isNew = false;
  auto code = getCode(*slot, [&] {
    isNew = true;
    return CompiledCode::compile(part, options.threads, target);
  });
  // It may have turned out that the program is that of one extent only.
  if (code && !isNew && anyExtent && !(*code)->getSlices().hasFreeExtent)
    return getCode(part, options, /*anyExtent=*/false);
  return code;
}

Expected<std::shared_ptr<const RelayoutKernel>>
RelayoutEngine::Cache::buildColdKernel(const RelayoutProblem &problem) {
  if (llvm::Error error = checkProblem(problem))
    return error;
  if (!hasKind(problem))
    return llvm::createStringError("no program serves all extents of " +
                                   toString(problem.source) + " and " +
                                   toString(problem.dest));
  RelayoutProblem kind = getKind(problem);
  std::shared_ptr<ProgramSlot> slot = getSlot(getKindKey(kind));
  auto code =
      getCode(*slot, [&] { return CompiledCode::compileKind(kind, target); });
  if (!code)
    return code.takeError();
  Expected<RelayoutKernel> kernel =
      KernelBuilder::buildOfKind(problem, std::move(*code));
  if (!kernel)
    return kernel.takeError();
  return std::make_shared<const RelayoutKernel>(std::move(*kernel));
}

/// True if a shape that has moved `before` bytes, and is about to move `bytes`,
/// should have code of its own.
static bool isWarm(int64_t before, int64_t bytes) {
  return bytes > RelayoutEngine::coldBytes - before;
}

std::shared_ptr<const RelayoutKernel>
RelayoutEngine::Cache::findKernelToRun(const RelayoutProblem &problem,
                                       unsigned threads, bool &isNew) {
  std::lock_guard<std::mutex> lock(mutex);
  auto *warm = kernels.find(Query{problem, threads});
  ColdKernel *cold = coldKernels.find(Query{problem, 1});
  isNew = !warm && !cold;
  std::shared_ptr<const RelayoutKernel> kernel;
  if (warm) {
    kernel = *warm;
  } else if (cold && !isWarm(cold->bytes, getKernelBytes(*cold->kernel))) {
    cold->bytes += getKernelBytes(*cold->kernel);
    kernel = cold->kernel;
  }
  if (kernel) {
    ++statistics.requests;
    ++statistics.hits;
  }
  return kernel;
}

Expected<std::shared_ptr<const RelayoutKernel>>
RelayoutEngine::Cache::getKernelToRun(const RelayoutProblem &problem,
                                      unsigned threads) {
  bool isNew;
  if (auto kernel = findKernelToRun(problem, threads, isNew))
    return kernel;
  if (!isNew || !hasKind(problem))
    return getKernel(problem, threads);
  if (llvm::Error error = checkProblem(problem))
    return error;
  int64_t bytes = problem.getSourceBytes() + problem.getDestBytes();
  if (isWarm(0, bytes))
    return getKernel(problem, threads);
  auto kernel = buildColdKernel(problem);
  if (!kernel)
    return kernel;
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.requests;
  if (!coldKernels.find(Query{problem, 1}))
    coldKernels.insert({problem, 1}, {*kernel, bytes});
  return kernel;
}

Expected<std::shared_ptr<const RelayoutKernel>>
RelayoutEngine::Cache::getKernel(const RelayoutProblem &problem,
                                 unsigned threads) {
  Query query{problem, threads};
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++statistics.requests;
    if (auto *kernel = kernels.find(query)) {
      ++statistics.hits;
      return *kernel;
    }
  }
  Expected<RelayoutKernel> built = KernelBuilder::build(
      problem, threads, target,
      [&](const KernelPart &part, const PlanOptions &options) {
        return getCode(part, options, part.hasFreeExtent());
      });
  if (!built)
    return built.takeError();
  auto kernel = std::make_shared<const RelayoutKernel>(std::move(*built));
  std::lock_guard<std::mutex> lock(mutex);
  if (auto *other = kernels.find(query))
    return *other;
  return kernels.insert({problem, threads}, std::move(kernel));
}

EngineStatistics RelayoutEngine::Cache::getStatistics() {
  std::lock_guard<std::mutex> lock(mutex);
  EngineStatistics result = statistics;
  result.problems = kernels.size();
  result.programs = programs.size();
  return result;
}

RelayoutEngine::RelayoutEngine(size_t capacity, Target target)
    : cache(std::make_unique<Cache>(std::max<size_t>(capacity, 1),
                                    std::move(target))) {}
RelayoutEngine::~RelayoutEngine() = default;

Expected<std::shared_ptr<const RelayoutKernel>>
RelayoutEngine::get(const RelayoutProblem &problem, unsigned threads) {
  // One thread and none are the same request.
  return cache->getKernel(problem, std::max(threads, 1u));
}

llvm::Error RelayoutEngine::run(const RelayoutProblem &problem,
                                const void *source, void *dest,
                                unsigned threads) {
  threads = std::max(threads, 1u);
  auto kernel = cache->getKernelToRun(problem, threads);
  if (!kernel)
    return kernel.takeError();
  (*kernel)->run(source, dest, threads);
  return llvm::Error::success();
}

Expected<std::shared_ptr<const RelayoutKernel>>
RelayoutEngine::getOfKind(const RelayoutProblem &problem) {
  return cache->buildColdKernel(problem);
}

EngineStatistics RelayoutEngine::getStatistics() const {
  return cache->getStatistics();
}

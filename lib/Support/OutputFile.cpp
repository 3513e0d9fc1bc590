//===- OutputFile.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/OutputFile.h"

#include "FileError.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Reserves disk space: a mapped file that runs out of it when it is written
/// would end the program.
static std::error_code reserve(int descriptor, size_t size) {
#ifdef __linux__
  int error = size == 0 ? 0 : posix_fallocate(descriptor, 0, size);
  // Some file systems cannot reserve.
  if (error != EOPNOTSUPP && error != EINVAL)
    return std::error_code(error, std::generic_category());
#endif
  return fs::resize_file_before_mapping_readwrite(descriptor, size);
}

OutputFile::OutputFile(OutputFile &&other)
    : path(std::move(other.path)), file(std::move(other.file)),
      region(std::move(other.region)), buffer(std::move(other.buffer)) {
  // What has moved is not discarded.
  other.file.reset();
}

OutputFile::~OutputFile() {
  region.reset();
  // What cannot be removed is not worth more than the failure before it.
  if (file)
    llvm::consumeError(file->discard());
}

Expected<OutputFile> OutputFile::create(StringRef path, size_t size) {
  OutputFile output;
  output.path = path.str();
  fs::file_status status;
  fs::status(path, status);
  if (fs::is_directory(status))
    return makeFileError(path, "is a directory");
  bool isStandard = path == "-";
  if (isStandard || (fs::exists(status) && !fs::is_regular_file(status))) {
    output.buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size);
    if (!output.buffer)
      return makeFileError(path,
                           "no memory for " + llvm::Twine(size) + " bytes");
    return output;
  }

  // A link stays, and the file that it names is replaced.
  llvm::SmallString<128> target;
  if (fs::exists(status) && !fs::real_path(path, target))
    output.path = target.str().str();
  auto file = fs::TempFile::create(output.path + ".tmp%%%%%%%",
                                   fs::all_read | fs::all_write);
  if (!file)
    return makeFileError(path, llvm::toString(file.takeError()));
  output.file = std::move(*file);
  if (std::error_code error = reserve(output.file->FD, size))
    return makeFileError(path, "cannot make room for " + llvm::Twine(size) +
                                   " bytes: " + error.message());
  // There are no mappings of nothing.
  if (size == 0)
    return output;
  std::error_code error;
  output.region = std::make_unique<fs::mapped_file_region>(
      fs::convertFDToNativeFile(output.file->FD),
      fs::mapped_file_region::readwrite, size, 0, error);
  if (error)
    return makeFileError(path, error.message());
  return output;
}

uint8_t *OutputFile::getData() const {
  if (buffer)
    return reinterpret_cast<uint8_t *>(buffer->getBufferStart());
  return region ? reinterpret_cast<uint8_t *>(region->data()) : nullptr;
}

/// Writes what is no regular file from its begin to its end.
static Error write(StringRef path, llvm::ArrayRef<char> contents) {
  std::error_code code;
  // LLVM's stream of this name is standard output, which it never creates.
  fs::CreationDisposition disposition =
      path == "-" ? fs::CD_CreateAlways : fs::CD_OpenExisting;
  llvm::raw_fd_ostream os(path, code, disposition);
  if (code)
    return llvm::errorCodeToError(code);
  os.write(contents.data(), contents.size());
  os.close();
  code = os.error();
  // A stream that is destroyed with an error ends the program.
  os.clear_error();
  return llvm::errorCodeToError(code);
}

Error OutputFile::commit() {
  region.reset();
  Error error = buffer ? write(path, buffer->getBuffer()) : file->keep(path);
  file.reset();
  if (error)
    return makeFileError(path, llvm::toString(std::move(error)));
  return Error::success();
}

Error mlir::tiled_layout::finishStandardOutput() {
  llvm::raw_fd_ostream &os = llvm::outs();
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  if (code)
    return llvm::createStringError("cannot write standard output: " +
                                   llvm::Twine(code.message()));
  return Error::success();
}

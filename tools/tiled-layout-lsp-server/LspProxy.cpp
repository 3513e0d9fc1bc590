//===- LspProxy.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LspProxy.h"

#include "LayoutAssist.h"
#include "PositionEncoding.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::StringRef;
namespace json = llvm::json;
namespace lsp = llvm::lsp;

namespace {

class Proxy {
public:
  Proxy(const DialectRegistry &registry, ProxyOptions options,
        std::FILE *fromServer, std::FILE *toServer)
      : registry(registry), options(options), fromServer(fromServer),
        toServer(toServer) {}

  /// Relays until the editor's side ends.
  void relayRequests();
  /// Relays until the server's side ends.
  void relayAnswers();

private:
  void follow(StringRef method, const json::Value &parameters);
  std::optional<json::Value> answer(StringRef method,
                                    const json::Value &parameters);
  void extend(json::Value &message);
  void convertAnswer(json::Value &message);
  bool convertColumns(json::Value &message, StringRef uri, ColumnUnit unit);
  void send(const json::Value &message);
  std::string getText(StringRef file);

  const DialectRegistry &registry;
  ProxyOptions options;
  std::FILE *fromServer, *toServer;
  /// Guards what follows, and standard output.
  std::mutex mutex;
  llvm::StringMap<std::string> documents;
  /// The documents that requests without an answer are about, by their ids.
  llvm::StringMap<std::string> pending;
  /// Whether the editor counts bytes.
  bool isUtf8 = false;
};

} // namespace

/// Returns an object within objects, or null.
static const json::Object *getObject(const json::Value &value, StringRef key) {
  const json::Object *object = value.getAsObject();
  return object ? object->getObject(key) : nullptr;
}

/// Returns the URI of the document that a message is about.
static StringRef getUri(const json::Value &parameters) {
  const json::Object *document = getObject(parameters, "textDocument");
  if (!document)
    return {};
  return document->getString("uri").value_or("");
}

std::string Proxy::getText(StringRef file) {
  std::lock_guard<std::mutex> guard(mutex);
  return documents.lookup(file);
}

/// Returns true if an editor that introduces itself offers to count bytes.
static bool offersUtf8(const json::Value &parameters) {
  const json::Object *capabilities = getObject(parameters, "capabilities");
  const json::Object *general =
      capabilities ? capabilities->getObject("general") : nullptr;
  const json::Array *encodings =
      general ? general->getArray("positionEncodings") : nullptr;
  return encodings && llvm::is_contained(*encodings, json::Value("utf-8"));
}

/// Keeps the texts of open documents, and what columns count.
void Proxy::follow(StringRef method, const json::Value &parameters) {
  StringRef uri = getUri(parameters);
  std::lock_guard<std::mutex> guard(mutex);
  if (method == "initialize") {
    isUtf8 = offersUtf8(parameters);
  } else if (method == "textDocument/didOpen") {
    if (const json::Object *document = getObject(parameters, "textDocument"))
      documents[uri] = document->getString("text").value_or("").str();
  } else if (method == "textDocument/didClose") {
    documents.erase(uri);
  } else if (method == "textDocument/didChange") {
    std::vector<lsp::TextDocumentContentChangeEvent> changes;
    json::Path::Root root;
    const json::Value *list = parameters.getAsObject()->get("contentChanges");
    if (list && fromJSON(*list, changes, root))
      (void)lsp::TextDocumentContentChangeEvent::applyTo(changes,
                                                         documents[uri]);
  }
}

/// Returns our own answer to a request, if there is one.
std::optional<json::Value> Proxy::answer(StringRef method,
                                         const json::Value &parameters) {
  bool isHover = method == "textDocument/hover";
  if (!isHover && method != "textDocument/completion")
    return std::nullopt;
  lsp::Position position;
  json::Path::Root root;
  const json::Object *place = getObject(parameters, "position");
  if (!place || !fromJSON(json::Value(json::Object(*place)), position, root))
    return std::nullopt;
  std::string text = getText(getUri(parameters));
  if (isHover) {
    if (std::optional<lsp::Hover> hover = getHover(text, position))
      return toJSON(*hover);
    return std::nullopt;
  }
  if (auto completions = getCompletions(text, position))
    return toJSON(*completions);
  return std::nullopt;
}

/// Converts the columns of a message. Returns true if one changed.
bool Proxy::convertColumns(json::Value &message, StringRef uri,
                           ColumnUnit unit) {
  std::lock_guard<std::mutex> guard(mutex);
  return !isUtf8 &&
         mlir::tiled_layout::convertColumns(message, uri, documents, unit);
}

/// Converts the columns of what the server sends to what the editor counts.
void Proxy::convertAnswer(json::Value &message) {
  json::Object *object = message.getAsObject();
  if (!object)
    return;
  std::string uri;
  const json::Value *id = object->get("id");
  if (id && !object->get("method")) {
    std::lock_guard<std::mutex> guard(mutex);
    auto request = pending.find(llvm::formatv("{0}", *id).str());
    if (request != pending.end()) {
      uri = request->second;
      pending.erase(request);
    }
  }
  (void)convertColumns(message, uri, ColumnUnit::Utf16);
}

/// Adds to an answer of the server: what columns count, characters after which
/// editors ask for completions, and errors.
void Proxy::extend(json::Value &message) {
  json::Object *object = message.getAsObject();
  if (!object)
    return;
  if (json::Object *result = object->getObject("result")) {
    json::Object *capabilities = result->getObject("capabilities");
    json::Object *completion =
        capabilities ? capabilities->getObject("completionProvider") : nullptr;
    if (capabilities) {
      std::lock_guard<std::mutex> guard(mutex);
      (*capabilities)["positionEncoding"] = isUtf8 ? "utf-8" : "utf-16";
    }
    json::Array *characters =
        completion ? completion->getArray("triggerCharacters") : nullptr;
    if (characters)
      for (StringRef character : {"<", "{", ":", "(", ")", "}"})
        if (!llvm::is_contained(*characters, json::Value(character)))
          characters->push_back(character);
    return;
  }
  if (object->getString("method") != "textDocument/publishDiagnostics")
    return;
  json::Object *parameters = object->getObject("params");
  json::Array *errors =
      parameters ? parameters->getArray("diagnostics") : nullptr;
  if (!errors)
    return;
  std::string text = getText(parameters->getString("uri").value_or(""));
  for (const lsp::Diagnostic &error : getTypeDiagnostics(text, registry))
    errors->push_back(toJSON(error));
}

static void write(std::FILE *file, StringRef message) {
  std::string header =
      llvm::formatv("Content-Length: {0}\r\n\r\n", message.size());
  std::fwrite(header.data(), 1, header.size(), file);
  std::fwrite(message.data(), 1, message.size(), file);
  std::fflush(file);
}

/// Sends a message to the editor.
void Proxy::send(const json::Value &message) {
  std::string text = options.isPretty ? llvm::formatv("{0:2}\n", message).str()
                                      : llvm::formatv("{0}", message).str();
  std::lock_guard<std::mutex> guard(mutex);
  write(stdout, text);
}

/// Returns true if the brackets of a text nest deeper than those of any message
/// of the protocol. LLVM's parser takes a frame of the stack for each level.
static bool isTooDeep(StringRef text) {
  constexpr int64_t mostLevels = 1000;
  int64_t level = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (isQuoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      isQuoted = !isQuoted;
    else if (!isQuoted && (text[i] == '[' || text[i] == '{'))
      ++level;
    else if (!isQuoted && (text[i] == ']' || text[i] == '}'))
      --level;
    if (level > mostLevels)
      return true;
  }
  return false;
}

/// Replaces carriage returns in the texts of documents by spaces: upstream's
/// parser dies of one after a string that does not end. Returns true if there
/// are any.
static bool replaceCarriageReturns(json::Object &parameters) {
  bool isChanged = false;
  auto replaceIn = [&](json::Object *object) {
    std::optional<StringRef> text =
        object ? object->getString("text") : std::nullopt;
    if (!text || !text->contains('\r'))
      return;
    std::string replaced = text->str();
    llvm::replace(replaced, '\r', ' ');
    (*object)["text"] = std::move(replaced);
    isChanged = true;
  };
  replaceIn(parameters.getObject("textDocument"));
  if (json::Array *changes = parameters.getArray("contentChanges"))
    for (json::Value &change : *changes)
      replaceIn(change.getAsObject());
  return isChanged;
}

void Proxy::relayRequests() {
  lsp::JSONTransportInputOverFile input(
      stdin, options.isDelimited ? lsp::JSONStreamStyle::Delimited
                                 : lsp::JSONStreamStyle::Standard);
  std::string text;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (llvm::failed(input.readMessage(text)))
      continue;
    // Neither parser would survive it.
    if (isTooDeep(text)) {
      llvm::errs()
          << "tiled-layout-lsp-server: left out a message of more than "
             "1000 levels\n";
      continue;
    }
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message) {
      llvm::consumeError(message.takeError());
      write(toServer, text);
      continue;
    }
    json::Object *object = message->getAsObject();
    StringRef method = object ? object->getString("method").value_or("") : "";
    json::Value *parameters = object ? object->get("params") : nullptr;
    const json::Value *id = object ? object->get("id") : nullptr;
    if (parameters && parameters->getAsObject()) {
      bool isConverted = replaceCarriageReturns(*parameters->getAsObject());
      follow(method, *parameters);
      StringRef uri = getUri(*parameters);
      if (id && convertColumns(*parameters, uri, ColumnUnit::Byte))
        isConverted = true;
      std::optional<json::Value> result;
      if (id)
        result = answer(method, *parameters);
      if (result) {
        (void)convertColumns(*result, uri, ColumnUnit::Utf16);
        send(json::Object{
            {"jsonrpc", "2.0"}, {"id", *id}, {"result", std::move(*result)}});
        continue;
      }
      if (isConverted)
        text = llvm::formatv("{0}", *message);
      if (id) {
        std::lock_guard<std::mutex> guard(mutex);
        pending[llvm::formatv("{0}", *id).str()] = uri.str();
      }
    }
    write(toServer, text);
    if (method == "exit")
      break;
  }
  std::fclose(toServer);
}

void Proxy::relayAnswers() {
  lsp::JSONTransportInputOverFile input(fromServer);
  std::string text;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (llvm::failed(input.readMessage(text)))
      continue;
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message) {
      llvm::consumeError(message.takeError());
      continue;
    }
    extend(*message);
    convertAnswer(*message);
    send(*message);
  }
}

int mlir::tiled_layout::runProxy(const DialectRegistry &registry,
                                 ProxyOptions options,
                                 llvm::function_ref<int()> runServer) {
  int requests[2], answers[2];
  if (pipe(requests) || pipe(answers)) {
    std::perror("tiled-layout-lsp-server: pipe");
    return 1;
  }
  pid_t server = fork();
  if (server < 0) {
    std::perror("tiled-layout-lsp-server: fork");
    return 1;
  }
  if (server == 0) {
    dup2(requests[0], STDIN_FILENO);
    dup2(answers[1], STDOUT_FILENO);
    for (int end : {requests[0], requests[1], answers[0], answers[1]})
      close(end);
    return runServer();
  }
  close(requests[0]);
  close(answers[1]);
  // A server that has ended is noticed by its answers.
  std::signal(SIGPIPE, SIG_IGN);
  Proxy proxy(registry, options, fdopen(answers[0], "r"),
              fdopen(requests[1], "w"));
  // Ends with the process if the server ends before the editor does.
  std::thread([&] { proxy.relayRequests(); }).detach();
  proxy.relayAnswers();
  int status = 0;
  waitpid(server, &status, 0);
  std::fflush(stdout);
  // The other thread may still wait for the editor.
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

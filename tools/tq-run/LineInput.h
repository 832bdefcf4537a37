//===- LineInput.h - A line that a person types -----------------*- C++ -*-===//
//
// How does a terminal's user type a command? Where libedit is (Debian's
// libedit2; it is opened when it is needed, as libcuda is), with the arrow
// keys, the lines of earlier sessions, and tab for the words that commands
// begin with:
//
//     LineInput input({"break", "print"}, LineInput::historyFile("debug"));
//     while (std::optional<std::string> line = input.read("(tq) ")) ...
//
// Elsewhere lines come as the terminal gives them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LINEINPUT_H
#define TQC_TOOLS_TQ_RUN_LINEINPUT_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tqc {

class LineInput {
public:
  /// `words` are offered at the beginning of a line. One at a time may live.
  LineInput(std::vector<std::string> words, std::string historyFile);
  ~LineInput();

  /// The line without its end; nothing at the end of the input.
  std::optional<std::string> read(const std::string &prompt);

  /// Where the lines of earlier sessions are kept; empty if there is no home.
  static std::string historyFile(const std::string &name);

private:
  struct Editor;
  std::unique_ptr<Editor> editor; ///< null without libedit
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LINEINPUT_H

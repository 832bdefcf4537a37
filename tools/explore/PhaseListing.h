//===- PhaseListing.h - Which source line does a line come from? *- C++ -*-===//
//
// A phase's text, line by line, each with the line of the source that it was
// made for, so that a page can show them side by side:
//
//     %acc = tqg.mma %a, %b loc(#loc7)      #loc7 = loc("k.tq":9:11)
//
//     PhaseListing listing = listMlir("layout", text, "k.tq");
//     listing.text[20] == "    %acc = tqg.mma %a, %b", listing.lines[20] == 9
//
// What was inlined counts for the line that called it. Only lines of the file
// that is named have numbers; it knows nothing of what the text means.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_PHASELISTING_H
#define TQC_TOOLS_EXPLORE_PHASELISTING_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tqc {

struct PhaseListing {
  std::string name;              ///< "layout"
  std::vector<std::string> text; ///< without the places
  std::vector<unsigned> lines;   ///< of the source; 0 for none

  void add(llvm::StringRef line, unsigned source) {
    text.push_back(line.str());
    lines.push_back(source);
  }
  /// The text as one, as `tqc --emit` prints it.
  std::string joined() const;
};

/// MLIR that was printed with its locations.
PhaseListing listMlir(llvm::StringRef name, llvm::StringRef text,
                      llvm::StringRef file);
/// PTX with `.loc` lines, which are left out.
PhaseListing listPtx(llvm::StringRef text, llvm::StringRef file);
/// What nvdisasm prints with line information, or cuobjdump without.
PhaseListing listSass(llvm::StringRef text, llvm::StringRef file);

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_PHASELISTING_H

//===- InlineAsmText.cpp - What may be wrong with inline assembly ---------===//

#include "compiler/codegen/InlineAsmText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tqc;

using llvm::StringRef;

static std::string quote(StringRef text) { return "`" + text.str() + "`"; }

static std::string plural(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// The bits of the registers that a constraint names, or 0.
static unsigned registerBits(StringRef letter) {
  return llvm::StringSwitch<unsigned>(letter)
      .Case("b", 1)
      .Case("h", 16)
      .Cases({"r", "f"}, 32)
      .Cases({"l", "d"}, 64)
      .Default(0);
}

/// An fp8 or an int8 travels in the low half of a register of 16 bits.
static std::string findWidthFault(StringRef constraint, StringRef letter,
                                  unsigned bits, const std::string &what) {
  unsigned held = registerBits(letter);
  if (held == 0)
    return "the constraint " + quote(constraint) + " of " + what +
           " is none of `b`, `h`, `r`, `l`, `f` and `d`";
  if (bits <= held)
    return "";
  return what + " has " + std::to_string(bits) + " bits, but its constraint " +
         quote(constraint) + " names registers of " + std::to_string(held);
}

static bool isClobber(StringRef constraint) {
  return constraint.consume_front("~{") && constraint.consume_back("}") &&
         !constraint.empty() &&
         constraint.find_first_of("{}") == StringRef::npos;
}

static std::string findInputFault(StringRef constraint, size_t index,
                                  const AsmRegisters &registers) {
  std::string what = "input " + std::to_string(index);
  unsigned bits = registers.inputs[index];
  unsigned tied;
  if (constraint.getAsInteger(10, tied))
    return findWidthFault(constraint, constraint, bits, what);
  if (tied >= registers.outputs.size())
    return "the constraint " + quote(constraint) + " of " + what +
           " names an output, but there are " +
           std::to_string(registers.outputs.size());
  if (registers.outputs[tied] == bits)
    return "";
  return what + " has " + std::to_string(bits) + " bits, but the output that " +
         "its constraint " + quote(constraint) + " names has " +
         std::to_string(registers.outputs[tied]);
}

static std::string findConstraintFault(StringRef text,
                                       const AsmRegisters &registers) {
  llvm::SmallVector<StringRef> list;
  if (!text.trim().empty())
    text.split(list, ',');
  size_t outputs = 0, inputs = 0;
  bool inClobbers = false;
  for (StringRef given : list) {
    StringRef constraint = given.trim();
    if (constraint.starts_with("~")) {
      inClobbers = true;
      if (!isClobber(constraint))
        return "the constraint " + quote(constraint) +
               " is no `~{name}` of what the text destroys";
      continue;
    }
    StringRef letter = constraint;
    bool isOutput = letter.consume_front("=");
    letter.consume_front("&");
    if (inClobbers || (isOutput && inputs))
      return "the constraint " + quote(constraint) +
             " comes too late: outputs are first, then inputs, then what the "
             "text destroys";
    size_t &count = isOutput ? outputs : inputs;
    size_t wanted =
        isOutput ? registers.outputs.size() : registers.inputs.size();
    if (count == wanted)
      return "the text " + std::string(isOutput ? "gives " : "takes ") +
             plural(wanted, isOutput ? "output" : "input") +
             ", but there is a further constraint " + quote(constraint);
    std::string fault =
        isOutput ? findWidthFault(constraint, letter, registers.outputs[count],
                                  "output " + std::to_string(count))
                 : findInputFault(constraint, count, registers);
    if (!fault.empty())
      return fault;
    ++count;
  }
  if (outputs == registers.outputs.size() && inputs == registers.inputs.size())
    return "";
  return "the text gives " + plural(registers.outputs.size(), "output") +
         " and takes " + plural(registers.inputs.size(), "input") +
         ", but the constraints name " + std::to_string(outputs) + " and " +
         std::to_string(inputs);
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// What stands behind a `$`: `$`, a number, or `{number}`, and `{:uid}`, which
/// differs from one instance of the text to the next.
static std::string findOperandFault(StringRef text, size_t operands) {
  for (size_t at = text.find('$'); at != StringRef::npos;
       at = text.find('$', at)) {
    StringRef rest = text.drop_front(at + 1);
    at += 1;
    if (rest.consume_front("$") || rest.starts_with("{:uid}")) {
      at += 1;
      continue;
    }
    StringRef digits = rest;
    bool inBraces = digits.consume_front("{");
    StringRef number = digits.take_while(llvm::isDigit);
    unsigned index;
    if (number.getAsInteger(10, index) ||
        (inBraces && !digits.drop_front(number.size()).starts_with("}")))
      return "the text has a " + quote(("$" + rest.take_front(1)).str()) +
             " that is neither an operand (`$0` or `${0}`) nor `$$`";
    if (index >= operands)
      return "the text names operand `$" + number.str() + "`, but there are " +
             std::to_string(operands);
  }
  return "";
}

/// The index behind a comment or string that starts at `at`; `at` if there is
/// none, npos if it does not end.
static size_t skipOpaque(StringRef text, size_t at) {
  StringRef rest = text.drop_front(at);
  if (rest.starts_with("//"))
    return std::min(text.find('\n', at), text.size());
  StringRef end = rest.starts_with("/*")   ? "*/"
                  : rest.starts_with("\"") ? "\""
                                           : "";
  if (end.empty())
    return at;
  size_t close = text.find(end, at + end.size());
  return close == StringRef::npos ? close : close + end.size();
}

/// Whether the text is whole statements, with all braces closed: otherwise it
/// would change the meaning of the code around it.
static std::string findNestingFault(StringRef text) {
  size_t open = 0;
  char last = ';';
  for (size_t at = 0; at < text.size();) {
    size_t behind = skipOpaque(text, at);
    if (behind == StringRef::npos)
      return "the text has a comment or string that does not end";
    if (behind != at) {
      at = behind;
      continue;
    }
    char c = text[at];
    size_t length = 1;
    if (c == '$' && text.drop_front(at).starts_with("$$"))
      length = 2;
    else if (c == '$' && text.drop_front(at).starts_with("${"))
      length = text.find('}', at) + 1 - at; // an operand
    at += length;
    if (llvm::isSpace(c))
      continue;
    last = c;
    if (c == '{')
      ++open;
    else if (c == '}' && open-- == 0)
      return "the text closes a brace that it did not open";
  }
  if (open)
    return "the text leaves " + plural(open, "brace") + " open";
  if (!StringRef(";}:").contains(last))
    return "the text ends in the middle of a statement: a `;` is missing";
  return "";
}

std::string tqc::findAsmFault(StringRef text, StringRef constraints,
                              const AsmRegisters &registers) {
  std::string fault = findConstraintFault(constraints, registers);
  if (fault.empty())
    fault = findOperandFault(text, registers.outputs.size() +
                                       registers.inputs.size());
  return fault.empty() ? findNestingFault(text) : fault;
}

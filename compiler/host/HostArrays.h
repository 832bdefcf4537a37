//===- HostArrays.h - numpy's arrays as values of a file --------*- C++ -*-===//
//
// What do operators and subscripts do with arrays? References of topics are
// written with numpy; here is what the evaluator asks for at each operator.
//
//     Maybe sum = arrayBinary(host, BinaryOp::Add, x, y, at);
//
// An array is never a view of another one. What numpy would make a view is
// marked, and writing into it is refused.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTARRAYS_H
#define TQC_COMPILER_HOST_HOSTARRAYS_H

#include "compiler/host/HostEvaluator.h"
#include "compiler/host/NumberArray.h"

namespace tqc::host {

struct ArrayObject : HostObject {
  NumberArray array;
  bool isPart = false; ///< numpy would show the memory of another array
};

/// As a value; a float if it has no dimensions.
HostValue arrayValue(NumberArray array, bool isPart = false);
/// A number or an array as an array; nothing for others.
std::optional<NumberArray> asArray(const HostValue &value);
/// The value of a result, or its error at `at`.
Maybe arrayResult(HostEvaluator &host, Result<NumberArray> result, Span at,
                  bool isPart = false);

/// Whether an operator of these is one of arrays.
bool isArrayOperator(const HostValue &a, const HostValue &b);

Maybe arrayBinary(HostEvaluator &host, ast::BinaryOp op, const HostValue &a,
                  const HostValue &b, Span at);
Maybe arrayUnary(HostEvaluator &host, ast::UnaryOp op, const HostValue &x,
                 Span at);
Maybe arrayCompare(HostEvaluator &host, ast::CompareOp op, const HostValue &a,
                   const HostValue &b, Span at);
/// x op= operand, in the array itself.
Maybe arrayAugmented(HostEvaluator &host, ast::BinaryOp op, const HostValue &x,
                     const HostValue &operand, Span at);
Maybe arraySubscript(HostEvaluator &host, const HostValue &x,
                     const HostValue &index, Span at);
bool arrayAssign(HostEvaluator &host, const HostValue &x,
                 const HostValue &index, const HostValue &value, Span at);
/// x.shape, x.T and the like; nothing for other names.
Maybe arrayFact(const NumberArray &array, llvm::StringRef name);
/// What a loop over the first dimension gives.
std::vector<HostValue> arrayElements(const NumberArray &array);

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTARRAYS_H

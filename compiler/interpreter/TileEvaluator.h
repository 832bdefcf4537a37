//===- TileEvaluator.h - One program of a kernel, op by op ------*- C++ -*-===//
//
// What does a tile program mean? Each op has a definition: a function that
// takes the values of its operands and gives those of its results. The
// definitions stand in Define*.cpp, one line an op where one line says it:
//
//     on<arith::AddIOp>([](TileEvaluator &e, Operation *op) {
//       return e.integers(op, [](uint64_t a, uint64_t b) { return a + b; });
//     });
//
// An op without a definition stops the launch by its name. Nothing here is
// shared with passes, code generation or the emulator: what they misread, this
// does not.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILEEVALUATOR_H
#define TQC_COMPILER_INTERPRETER_TILEEVALUATOR_H

#include "compiler/interpreter/Tile.h"
#include "compiler/interpreter/TileFindings.h"
#include "compiler/interpreter/TileMemory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <ctime>
#include <deque>
#include <functional>

namespace tqc::tile {

/// How exactly to compute.
struct TileSettings {
  /// All float arithmetic in double, rounded where it reaches memory.
  bool float64 = false;
  /// Follow how far other correct implementations may be off.
  bool bounds = false;
  double maxSeconds = 60; ///< of the processor for a program; 0: no limit
  uint64_t maxSteps = 0;  ///< operations of a launch; 0: no limit
};

class TileEvaluator;
/// False stops the program.
using Definition = std::function<bool(TileEvaluator &, mlir::Operation *)>;

/// The meaning of every op.
class Definitions {
public:
  Definitions();

  template <typename Op>
  void on(Definition definition) {
    known[mlir::TypeID::get<Op>()] = std::move(definition);
  }
  template <typename Op>
  const Definition &of() const {
    return known.find(mlir::TypeID::get<Op>())->second;
  }
  /// Null for an op without one.
  const Definition *find(mlir::Operation *op) const {
    auto place = known.find(op->getName().getTypeID());
    return place == known.end() ? nullptr : &place->second;
  }

private:
  llvm::DenseMap<mlir::TypeID, Definition> known;
};

/// Everything that the programs of a launch share.
struct TileLaunch {
  TileLaunch(const TileSettings &settings, const Definitions &definitions,
             TileMemory &memory, TileFindings &findings)
      : settings(settings), definitions(definitions), memory(memory),
        findings(findings) {}

  const TileSettings &settings;
  const Definitions &definitions;
  TileMemory &memory;
  TileFindings &findings;
  std::array<uint32_t, 3> grid = {1, 1, 1};  ///< of the CTAs that run
  std::array<uint32_t, 3> asked = {1, 1, 1}; ///< CTAs of programs
  uint32_t drawn = 0; ///< what the counter of programs holds
  std::string kernel;
  std::vector<const Allocation *> roots; ///< of each argument, or null
  llvm::DenseMap<mlir::Operation *, TileRef> constants;
  /// What each CTA of the cluster that runs has at an op, in the order of
  /// ranks. CTAs are asked for that first, op by op.
  llvm::DenseMap<mlir::Operation *, std::vector<TileRef>> clusterTiles;
  uint32_t clusterCtas = 1;
  bool isAsking = false;
  /// What the CTA that runs has stored over, where it is one of a cluster.
  std::vector<HeldElement> *storedOver = nullptr;
  std::string error; ///< why the launch cannot go on
  bool stopped = false;
  std::clock_t begin = std::clock(); ///< of the program that runs
  uint64_t opsRun = 0;               ///< of all programs so far
};

class TileEvaluator {
public:
  TileEvaluator(TileLaunch &launch, std::array<uint32_t, 3> program)
      : launch(launch), program(program) {}

  /// Runs the kernel; false if the launch stopped.
  bool run(mlir::func::FuncOp kernel, llvm::ArrayRef<TileRef> arguments);
  /// Runs the ops of a block but its terminator.
  bool runBlock(mlir::Block &block);

  const Tile &get(mlir::Value value) const {
    auto place = values.find(value);
    assert(place != values.end() && "defs come before uses");
    return *place->second;
  }
  TileRef ref(mlir::Value value) const { return values.find(value)->second; }
  bool set(mlir::Value value, Tile tile) {
    values[value] = std::make_shared<const Tile>(std::move(tile));
    return true;
  }
  bool set(mlir::Value value, TileRef tile) {
    values[value] = std::move(tile);
    return true;
  }
  /// Values of other kinds than tiles: rings.
  llvm::DenseMap<mlir::Value, std::shared_ptr<std::vector<TileRef>>> rings;
  /// Of each barrier of a row the copies that it waits for, phase by phase.
  /// They are into rings that go in step.
  struct Copied {
    mlir::Value ring;
    TileRef tile;
  };
  using Phases = std::deque<std::vector<Copied>>;
  llvm::DenseMap<mlir::Value, std::vector<Phases>> copies;
  /// What one role put into a mailbox and another one did not take yet.
  llvm::DenseMap<mlir::Value, std::deque<TileRef>> mail;
  /// Whose program runs, of the teams of the CTA.
  uint32_t team = 0;

  /// The number that values of the type are kept as.
  Number numberOf(mlir::Type type) const;
  /// The number that memory holds.
  static Number memoryNumberOf(mlir::Type type);
  static Shape shapeOf(mlir::Type type);
  /// A tile of zeros for a value.
  Tile emptyTile(mlir::Type type) const {
    return Tile(numberOf(type), shapeOf(type));
  }

  bool followsErrors() const { return launch.settings.bounds; }

  /// Ends the launch: the interpreter cannot do this.
  bool refuse(mlir::Operation *op, const std::string &why);
  void report(TileFinding finding);
  /// Ends the launch with a finding.
  bool stop(TileFinding finding);
  /// Says so if a value that decides something is in doubt.
  void decide(mlir::Operation *op, const Tile &tile, size_t element,
              llvm::StringRef what);
  /// Whether the program has taken too long; says so.
  bool isGivenUp(mlir::Operation *op);

  /// Each element from the same elements of the operands; scalars go with all.
  template <typename Function>
  bool integers(mlir::Operation *op, Function function);
  /// The same on values of floats, rounded once.
  template <typename Function>
  bool floats(mlir::Operation *op, Function function);
  /// From operands to a result of another kind, on bits.
  template <typename Function>
  bool elements(mlir::Operation *op, Function function);

  /// Joins doubts, errors and roots of operands into an element-wise result.
  bool finish(mlir::Operation *op, Tile result,
              llvm::ArrayRef<const Tile *> operands);
  /// The operands, and in `shape` that of the result.
  llvm::SmallVector<const Tile *, 3> operandsOf(mlir::Operation *op,
                                                Shape &shape) const;

  TileLaunch &launch;
  const std::array<uint32_t, 3> program;

private:
  llvm::DenseMap<mlir::Value, TileRef> values;
};

// Each file of definitions.
void defineArithmetic(Definitions &definitions);
void defineFloats(Definitions &definitions);
void defineControl(Definitions &definitions);
void defineShapes(Definitions &definitions);
void defineMemory(Definitions &definitions);
void defineDescriptors(Definitions &definitions);
void defineAtomics(Definitions &definitions);
void defineReductions(Definitions &definitions);
void defineProducts(Definitions &definitions);
void defineCalls(Definitions &definitions);
void definePlaced(Definitions &definitions);
void defineClusters(Definitions &definitions);
void defineRoles(Definitions &definitions);

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

/// Calls `function` with one, two or three operands' elements.
template <typename Function, typename Read>
auto applyTo(Function &function, Read read, std::integral_constant<int, 1>) {
  return function(read(0));
}
template <typename Function, typename Read>
auto applyTo(Function &function, Read read, std::integral_constant<int, 2>) {
  return function(read(0), read(1));
}
template <typename Function, typename Read>
auto applyTo(Function &function, Read read, std::integral_constant<int, 3>) {
  return function(read(0), read(1), read(2));
}

/// How many numbers a function takes.
template <typename Function>
constexpr int arityOf() {
  if constexpr (std::is_invocable_v<Function, uint64_t>)
    return 1;
  else if constexpr (std::is_invocable_v<Function, uint64_t, uint64_t>)
    return 2;
  else
    return 3;
}

template <typename Function>
bool TileEvaluator::elements(mlir::Operation *op, Function function) {
  Shape shape;
  llvm::SmallVector<const Tile *, 3> operands = operandsOf(op, shape);
  Number number = numberOf(op->getResult(0).getType());
  Tile result(number, shape);
  uint64_t mask = number.mask();
  constexpr std::integral_constant<int, arityOf<Function>()> arity;
  const uint64_t *from[3] = {};
  size_t step[3] = {};
  for (int k = 0; k < arity; ++k) {
    from[k] = operands[k]->bits.data();
    step[k] = operands[k]->size() > 1;
  }
  for (size_t i = 0, count = result.size(); i < count; ++i)
    result.bits[i] =
        applyTo(
            function, [&](int k) { return from[k][i * step[k]]; }, arity) &
        mask;
  return finish(op, std::move(result), operands);
}

template <typename Function>
bool TileEvaluator::integers(mlir::Operation *op, Function function) {
  return elements(op, function);
}

template <typename Function>
bool TileEvaluator::floats(mlir::Operation *op, Function function) {
  Shape shape;
  llvm::SmallVector<const Tile *, 3> operands = operandsOf(op, shape);
  Number to = numberOf(op->getResult(0).getType());
  Tile result(to, shape);
  constexpr std::integral_constant<int, arityOf<Function>()> arity;
  for (size_t i = 0, count = result.size(); i < count; ++i)
    result.bits[i] = to.encode(applyTo(
        function,
        [&](int k) {
          const Tile &operand = *operands[k];
          return operand.real(operand.size() > 1 ? i : 0);
        },
        arity));
  return finish(op, std::move(result), operands);
}

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_TILEEVALUATOR_H

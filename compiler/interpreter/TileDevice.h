//===- TileDevice.h - The tile interpreter as a Device ----------*- C++ -*-===//
//
// Runs kernels by what they mean: the tile IR that the front end wrote, before
// any pass. No layout, no schedule, no PTX: where it and the emulator differ,
// the compiler or the emulator is wrong.
//
//     TileDevice device({});
//     auto x = device.allocate({"x", 4096, "fp32", {1024}});
//     auto module = device.loadTile(text);    // MLIR of the `tile` phase
//     device.launch({*module, "add", {4, 1, 1}, {128, 1, 1}, 0, arguments});
//
// Programs run one after the other, in the order of the grid.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILEDEVICE_H
#define TQC_COMPILER_INTERPRETER_TILEDEVICE_H

#include "compiler/interpreter/TileEvaluator.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace tqc {

class TileDevice : public Device {
public:
  explicit TileDevice(tile::TileSettings settings);
  ~TileDevice() override;

  const DeviceAttributes &attributes() const override { return info; }
  Result<DevicePtr> allocate(const AllocationInfo &info) override;
  Status free(DevicePtr ptr) override;
  Status copyIn(DevicePtr to, const void *from, size_t bytes) override;
  Status copyOut(void *to, DevicePtr from, size_t bytes) override;
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Result<ModuleId> load(const KernelImage &image) override;
  Status launch(const Launch &launch) override;
  Status synchronize() override { return {}; }
  Result<double> time(const Launch &launch, int repeats) override;
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override;
  std::vector<Finding> takeFindings() override { return findings.take(); }

  /// What is known of an element in memory, also in memory that was freed.
  struct Certainty {
    tile::Doubt doubt = tile::Doubt::None;
    double error = 0; ///< how far it may be off, if `bounds` are followed
  };
  Certainty certaintyOf(DevicePtr element, size_t bytes) const;

  /// Which IR to run: 0 is the front end's, 1 what the first pass that changed
  /// it left, and so on.
  size_t step() const { return wantedStep; }
  void useStep(size_t number) { wantedStep = number; }
  /// What was loaded of a kernel: the step's name, and how many there are.
  struct LoadedStep {
    std::string kernel, phase, pass;
    size_t count = 1;
  };
  void noteStep(LoadedStep loaded) { loadedSteps.push_back(std::move(loaded)); }
  const std::vector<LoadedStep> &steps() const { return loadedSteps; }

  /// The meaning of every op, for who wants to hear of some.
  tile::Definitions &meanings() { return definitions; }

  /// Loads kernels from MLIR of a phase that has tiles.
  Result<ModuleId> loadTile(const std::string &text);

private:
  Status run(mlir::func::FuncOp kernel, const Launch &launch);
  Result<tile::Allocation *> range(DevicePtr ptr, size_t bytes,
                                   const char *verb);
  Result<std::vector<tile::TileRef>> bind(mlir::func::FuncOp kernel,
                                          const Launch &launch,
                                          tile::TileLaunch &state);

  DeviceAttributes info;
  tile::TileSettings settings;
  tile::Definitions definitions;
  tile::TileMemory memory;
  tile::TileFindings findings;
  std::unique_ptr<mlir::MLIRContext> context;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  bool hasRun = false;
  size_t wantedStep = 0;
  std::vector<LoadedStep> loadedSteps;
};

} // namespace tqc

#endif // TQC_COMPILER_INTERPRETER_TILEDEVICE_H

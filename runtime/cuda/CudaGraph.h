//===- CudaGraph.h - Work that is timed again and again ---------*- C++ -*-===//
//
// How long do these launches take, without the gaps that launching one by one
// leaves between them? They are captured into a CUDA graph once, and a run is
// one launch of it between two events.
//
//     auto graph = CudaGraph::capture(gpu, [&] { return gpu.launch(kernel); });
//     (*graph)->run(); // milliseconds
//
// With a driver that has no graphs the work is enqueued anew each time.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_CUDAGRAPH_H
#define TQC_RUNTIME_CUDA_CUDAGRAPH_H

#include "runtime/cuda/CudaDevice.h"

#include <functional>

namespace tqc {

class CudaGraph {
public:
  using Work = std::function<Status()>;

  /// Captures what `work` enqueues on the device's current stream. It must
  /// have run once before, so that nothing is loaded while it is captured.
  /// The device must outlive the graph.
  static Result<std::unique_ptr<CudaGraph>> capture(CudaDevice &device,
                                                    Work work);
  ~CudaGraph();
  CudaGraph(const CudaGraph &) = delete;
  CudaGraph &operator=(const CudaGraph &) = delete;

  /// Milliseconds of one run, by the device's clock.
  Result<double> run();
  bool isCaptured() const { return executable != nullptr; }

private:
  CudaGraph(CudaDevice &device, Work work)
      : device(device), work(std::move(work)) {}
  Status open();
  Status record();
  Status check(int status, const char *doing) const;

  CudaDevice &device;
  Work work;
  CudaHandle stream = nullptr, executable = nullptr;
  CudaHandle start = nullptr, stop = nullptr;
};

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_CUDAGRAPH_H

//===- CudaGraph.cpp - Work that is timed again and again -----------------===//

#include "runtime/cuda/CudaGraph.h"

namespace tqc {

/// CU_STREAM_CAPTURE_MODE_RELAXED: libraries may ask the driver things.
static constexpr int kRelaxedCapture = 2;
/// CU_STREAM_NON_BLOCKING: the default stream does not wait for it.
static constexpr unsigned kNonBlocking = 1;

Status CudaGraph::check(int status, const char *doing) const {
  if (status == cuda::kSuccess)
    return {};
  return Error{std::string(doing) + ": " + device.driver().explain(status)};
}

Status CudaGraph::open() {
  const CudaApi &api = device.driver();
  for (CudaHandle *event : {&start, &stop})
    if (Status status = check(api.eventCreate(event, 0), "making an event");
        !status)
      return status;
  if (!api.streamCreate || !api.streamBeginCapture || !api.streamEndCapture ||
      !api.graphInstantiate || !api.graphLaunch)
    return {};
  return check(api.streamCreate(&stream, kNonBlocking), "making a stream");
}

Status CudaGraph::record() {
  const CudaApi &api = device.driver();
  if (Status status = check(api.streamBeginCapture(stream, kRelaxedCapture),
                            "capturing a graph");
      !status)
    return status;
  CudaHandle before = device.currentStream(), graph = nullptr;
  device.useStream(stream);
  Status worked = work();
  device.useStream(before);
  Status ended =
      check(api.streamEndCapture(stream, &graph), "capturing a graph");
  Status made;
  if (worked && ended)
    made = check(api.graphInstantiate(&executable, graph, 0),
                 "instantiating a graph");
  if (graph && api.graphDestroy)
    api.graphDestroy(graph);
  return !worked ? worked : !ended ? ended : made;
}

Result<std::unique_ptr<CudaGraph>> CudaGraph::capture(CudaDevice &device,
                                                      Work work) {
  std::unique_ptr<CudaGraph> graph(new CudaGraph(device, std::move(work)));
  // Also makes the context current.
  if (Status status = device.synchronize(); !status)
    return status.error();
  if (Status status = graph->open(); !status)
    return status.error();
  if (graph->stream)
    if (Status status = graph->record(); !status)
      return status.error();
  return graph;
}

CudaGraph::~CudaGraph() {
  const CudaApi &api = device.driver();
  if (executable && api.graphExecDestroy)
    api.graphExecDestroy(executable);
  for (CudaHandle event : {start, stop})
    if (event)
      api.eventDestroy(event);
  if (stream && api.streamDestroy)
    api.streamDestroy(stream);
}

Result<double> CudaGraph::run() {
  const CudaApi &api = device.driver();
  if (Status status = check(api.eventRecord(start, stream), "timing"); !status)
    return status.error();
  Status ran = executable ? check(api.graphLaunch(executable, stream),
                                  "launching a graph")
                          : work();
  if (!ran)
    return ran.error();
  float milliseconds = 0;
  for (int status : {api.eventRecord(stop, stream), api.eventSynchronize(stop),
                     api.eventElapsedTime(&milliseconds, start, stop)})
    if (Status checked = check(status, "timing"); !checked)
      return checked.error();
  return double(milliseconds);
}

} // namespace tqc

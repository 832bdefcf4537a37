//===- Crew.cpp - Work in processes that may die --------------------------===//

#include "tools/tq-fuzz/Crew.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tqc::fuzz {

/// After so many pieces a process makes room for a fresh one: what is kept for
/// each kernel does not grow.
static constexpr int kPiecesOfAProcess = 200;

static bool writeAll(int pipe, const void *from, size_t bytes) {
  const char *at = static_cast<const char *>(from);
  while (bytes > 0) {
    ssize_t count = write(pipe, at, bytes);
    if (count <= 0)
      return false;
    at += count;
    bytes -= size_t(count);
  }
  return true;
}

static bool readAll(int pipe, void *to, size_t bytes) {
  char *at = static_cast<char *>(to);
  while (bytes > 0) {
    ssize_t count = read(pipe, at, bytes);
    if (count <= 0)
      return false;
    at += count;
    bytes -= size_t(count);
  }
  return true;
}

namespace {

using Clock = std::chrono::steady_clock;

/// One process, and what it is at.
class Worker {
public:
  explicit Worker(const std::function<std::string(int64_t)> &work)
      : work(work) {}
  ~Worker() { end(); }
  Worker(const Worker &) = delete;

  bool isBusy() const { return piece >= 0; }
  int pipeOfAnswers() const { return answers; }
  /// Whether the piece takes longer than it may: of the processor, since the
  /// machine may be busy with other things, or far longer if it only waits.
  bool isLate(double patience) const {
    double passed = std::chrono::duration<double>(Clock::now() - begin).count();
    return passed > patience &&
           (processorSeconds() - processorBefore > patience ||
            passed > 20 * patience);
  }

  void give(int64_t next) {
    if (process > 0 && pieces >= kPiecesOfAProcess)
      retire();
    if (process <= 0)
      start();
    piece = next;
    ++pieces;
    begin = Clock::now();
    processorBefore = processorSeconds();
    // A process that is gone shows at its answer.
    (void)!writeAll(orders, &next, sizeof next);
  }

  /// The answer that has begun to come, or that none will.
  std::pair<int64_t, Answer> take() {
    Answer answer;
    uint64_t bytes = 0;
    bool came = readAll(answers, &bytes, sizeof bytes);
    if (came) {
      answer.text.resize(bytes);
      came = readAll(answers, answer.text.data(), bytes);
    }
    if (!came) {
      end();
      answer = {Answer::Died, ""};
    }
    return {std::exchange(piece, -1), std::move(answer)};
  }

  /// Makes room for a fresh process.
  void retire() { end(); }

  std::pair<int64_t, Answer> giveUp() {
    end();
    return {std::exchange(piece, -1), {Answer::Late, ""}};
  }

private:
  /// What the process has had of the processor.
  double processorSeconds() const {
    clockid_t clock = 0;
    timespec time = {};
    if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 ||
        clock_gettime(clock, &time) != 0)
      return 0;
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
  }

  void start() {
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
      return;
    std::fflush(stdout);
    process = fork();
    if (process == 0) {
      close(down[1]);
      close(up[0]);
      serve(down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    orders = down[1];
    answers = up[0];
    pieces = 0;
  }

  [[noreturn]] void serve(int from, int to) {
    int64_t number = 0;
    while (readAll(from, &number, sizeof number)) {
      std::string text = work(number);
      uint64_t bytes = text.size();
      if (!writeAll(to, &bytes, sizeof bytes) ||
          !writeAll(to, text.data(), text.size()))
        break;
    }
    _exit(0);
  }

  void end() {
    if (process <= 0)
      return;
    close(orders);
    close(answers);
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    process = -1;
  }

  const std::function<std::string(int64_t)> &work;
  pid_t process = -1;
  int orders = -1, answers = -1, pieces = 0;
  int64_t piece = -1;
  Clock::time_point begin;
  double processorBefore = 0;
};

} // namespace

/// Waits until one of them has answered, is late, or a moment has passed.
static void collect(std::vector<std::unique_ptr<Worker>> &workers,
                    const Crew &crew, std::map<int64_t, Answer> &arrived) {
  std::vector<pollfd> waiting;
  std::vector<Worker *> asked;
  for (auto &worker : workers)
    if (worker->isBusy()) {
      waiting.push_back({worker->pipeOfAnswers(), POLLIN, 0});
      asked.push_back(worker.get());
    }
  poll(waiting.data(), nfds_t(waiting.size()),
       int(std::min(crew.patience * 1000, 200.0)));
  for (size_t i = 0; i < asked.size(); ++i) {
    if (waiting[i].revents) {
      std::pair<int64_t, Answer> came = asked[i]->take();
      if (crew.isSpent(came.second))
        asked[i]->retire();
      arrived.insert(std::move(came));
    } else if (asked[i]->isLate(crew.patience)) {
      arrived.insert(asked[i]->giveUp());
    }
  }
}

void Crew::run(int64_t count, const std::function<std::string(int64_t)> &work,
               const std::function<bool(int64_t, const Answer &)> &take) const {
  auto before = std::signal(SIGPIPE, SIG_IGN); // of a process that is gone
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < jobs && i < count; ++i)
    workers.push_back(std::make_unique<Worker>(work));
  std::map<int64_t, Answer> arrived;
  int64_t given = 0, taken = 0;
  for (bool goesOn = true; goesOn && taken < count;) {
    for (auto &worker : workers)
      if (!worker->isBusy() && given < count)
        worker->give(given++);
    collect(workers, *this, arrived);
    for (auto at = arrived.find(taken); goesOn && at != arrived.end();
         at = arrived.find(++taken)) {
      goesOn = take(taken, at->second);
      arrived.erase(at);
    }
  }
  std::signal(SIGPIPE, before);
}

} // namespace tqc::fuzz

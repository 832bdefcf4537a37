//===- ProgressLine.cpp - How far a long launch is ------------------------===//

#include "runtime/emulator/reports/ProgressLine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tqc::emu {

/// Shorter launches show nothing.
static constexpr double kLongSeconds = 0.5;
static constexpr std::chrono::milliseconds kPause(100);
static constexpr std::chrono::seconds kLinesPause(10);
static constexpr size_t kBarWidth = 24;

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// "16 s", "2 min 5 s", "1 h 3 min".
static std::string durationText(double seconds) {
  auto whole = static_cast<uint64_t>(std::min(seconds, 3.6e9) + 0.5);
  auto text = [](uint64_t number, const char *unit) {
    return std::to_string(number) + " " + unit;
  };
  if (whole < 60)
    return text(whole, "s");
  if (whole < 3600)
    return text(whole / 60, "min ") + text(whole % 60, "s");
  return text(whole / 3600, "h ") + text(whole % 3600 / 60, "min");
}

/// "45/s", "4.5/s", "one in 3 s".
static std::string rateText(double perSecond) {
  if (perSecond < 1)
    return "one in " + durationText(1 / perSecond);
  char text[32];
  std::snprintf(text, sizeof text, perSecond < 10 ? "%.1f/s" : "%.0f/s",
                perSecond);
  return text;
}

static std::string barText(uint64_t done, uint64_t all) {
  auto full = static_cast<size_t>(static_cast<double>(done) /
                                  static_cast<double>(all) * kBarWidth);
  std::string bar(std::min(full, kBarWidth), '=');
  if (bar.size() < kBarWidth)
    bar += ">";
  bar.resize(kBarWidth, ' ');
  return "[" + bar + "] ";
}

std::string progressText(const ProgressState &state, size_t columns) {
  std::string name = state.kernel;
  if (state.launch > 1)
    name += " (launch " + std::to_string(state.launch) + ")";
  std::string text = std::to_string(state.done) + " of " +
                     std::to_string(state.all) +
                     (state.all == 1 ? " program" : " programs");
  if (state.done == 0 || state.seconds <= 0) {
    text += ", " + durationText(state.seconds) + " so far";
  } else {
    double rate = static_cast<double>(state.done) / state.seconds;
    double left = static_cast<double>(state.all - state.done) / rate;
    text += ", " + rateText(rate) + ", " + durationText(left) + " left";
  }
  std::string bar = barText(state.done, state.all);
  if (columns == 0 || name.size() + 1 + bar.size() + text.size() < columns)
    return name + " " + bar + text;
  if (name.size() + 1 + text.size() < columns)
    return name + " " + text;
  return text.substr(0, columns - 1);
}

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

static size_t terminalColumns() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return size.ws_col;
}

void ProgressLine::show(Where where) { place = where; }

void ProgressLine::clear() {
  if (!stands)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (stands.exchange(false))
    std::fputs("\r\33[K", stderr);
}

bool ProgressLine::take() {
  std::lock_guard<std::mutex> lock(mutex);
  if (taken || place == Nowhere)
    return false;
  ++launches;
  return taken = true;
}

void ProgressLine::giveBack() {
  clear();
  std::lock_guard<std::mutex> lock(mutex);
  taken = false;
}

void ProgressLine::write(const ProgressState &state) {
  std::lock_guard<std::mutex> lock(mutex);
  if (place == Lines) {
    auto now = std::chrono::steady_clock::now();
    if (now < nextLine)
      return;
    nextLine = now + kLinesPause;
    std::fprintf(stderr, "%s\n", progressText(state, 0).c_str());
    return;
  }
  std::string text = progressText(state, terminalColumns());
  std::fprintf(stderr, "\r%s\33[K", text.c_str());
  stands = true;
}

ProgressLine &progressLine() {
  static ProgressLine line;
  return line;
}

bool showProgress(const std::string &choice) {
  if (!choice.empty() && choice != "on" && choice != "off")
    return false;
  const char *terminal = std::getenv("TERM");
  bool canRewrite = isatty(STDERR_FILENO) && terminal && *terminal &&
                    std::strcmp(terminal, "dumb") != 0;
  if (choice == "off" || (choice.empty() && !canRewrite))
    progressLine().show(ProgressLine::Nowhere);
  else
    progressLine().show(canRewrite ? ProgressLine::Terminal
                                   : ProgressLine::Lines);
  return true;
}

//===----------------------------------------------------------------------===//
// A launch
//===----------------------------------------------------------------------===//

LaunchProgress::LaunchProgress(std::string kernel, uint64_t all)
    : began(std::chrono::steady_clock::now()) {
  if (!progressLine().take())
    return;
  state.kernel = std::move(kernel);
  state.launch = progressLine().launches;
  state.all = all;
  writer = std::thread([this] { run(); });
}

LaunchProgress::~LaunchProgress() {
  if (!writer.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  over.notify_one();
  writer.join();
  std::chrono::duration<double> lasted =
      std::chrono::steady_clock::now() - began;
  progressLine().earlierSeconds += lasted.count();
  progressLine().giveBack();
}

void LaunchProgress::run() {
  using Seconds = std::chrono::duration<double>;
  ProgressLine &line = progressLine();
  // Of many short launches in a row the later ones are shown too.
  Seconds pause = kPause;
  if (line.earlierSeconds < kLongSeconds)
    pause = Seconds(kLongSeconds);
  std::unique_lock<std::mutex> lock(mutex);
  while (!over.wait_for(lock, pause, [this] { return isOver; })) {
    state.done = done;
    state.seconds = Seconds(std::chrono::steady_clock::now() - began).count();
    line.write(state);
    pause = kPause;
  }
}

} // namespace tqc::emu

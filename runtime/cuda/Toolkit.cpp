//===- Toolkit.cpp - The CUDA toolkit's programs and files ----------------===//

#include "runtime/cuda/Toolkit.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace tqc {

static std::vector<std::string> toolkitFolders() {
  std::vector<std::string> folders;
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(name); value && *value)
      folders.push_back(value);
  folders.push_back("/usr/local/cuda");
  folders.push_back("/opt/cuda");
  return folders;
}

static bool isProgram(const std::string &path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> findCudaTool(const std::string &name) {
  std::string variable = "TQ_";
  for (char c : name)
    variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (const char *chosen = std::getenv(variable.c_str()))
    return isProgram(chosen) ? std::optional<std::string>(chosen)
                             : std::nullopt;
  std::vector<std::string> folders;
  if (const char *path = std::getenv("PATH")) {
    std::string rest = path;
    for (size_t at = 0; at <= rest.size();) {
      size_t end = std::min(rest.find(':', at), rest.size());
      if (end > at)
        folders.push_back(rest.substr(at, end - at));
      at = end + 1;
    }
  }
  for (const std::string &folder : toolkitFolders())
    folders.push_back(folder + "/bin");
  for (const std::string &folder : folders)
    if (isProgram(folder + "/" + name))
      return folder + "/" + name;
  return std::nullopt;
}

std::optional<std::string> findLibdevice() {
  if (const char *chosen = std::getenv("TQ_LIBDEVICE"))
    return access(chosen, R_OK) == 0 ? std::optional<std::string>(chosen)
                                     : std::nullopt;
  std::vector<std::string> folders = toolkitFolders();
  folders.push_back("/usr/lib/nvidia-cuda-toolkit");
  for (const std::string &folder : folders)
    for (const char *below : {"/nvvm/libdevice/", "/libdevice/"})
      if (std::string path = folder + below + "libdevice.10.bc";
          access(path.c_str(), R_OK) == 0)
        return path;
  return std::nullopt;
}

Result<ProgramRun> runProgram(const std::vector<std::string> &arguments) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0)
    return Error{std::string("no pipe: ") + std::strerror(errno)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = 0;
  int problem =
      posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipes[1]);
  if (problem) {
    close(pipes[0]);
    return Error{arguments[0] + " cannot be run: " + std::strerror(problem)};
  }
  ProgramRun run;
  char chunk[4096];
  for (ssize_t got; (got = read(pipes[0], chunk, sizeof(chunk))) != 0;)
    if (got > 0)
      run.output.append(chunk, static_cast<size_t>(got));
    else if (errno != EINTR)
      break;
  close(pipes[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  run.exitCode =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

std::string toolVersion(const std::string &output) {
  // "Cuda compilation tools, release 13.0, V13.0.88"
  size_t at = output.find(", V");
  if (at == std::string::npos)
    return "";
  size_t end = output.find_first_not_of("0123456789.", at + 3);
  return output.substr(at + 3, end == std::string::npos ? end : end - at - 3);
}

namespace {

/// A file that is in memory alone, so that nothing of it stays wherever the
/// process is stopped. A program that is started finds it under `path`.
class MemoryFile {
public:
  explicit MemoryFile(const char *name)
      : descriptor(memfd_create(name, 0)),
        path("/proc/self/fd/" + std::to_string(descriptor)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      close(descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool write(const std::string &bytes);
  std::string read() const;

  const int descriptor;
  const std::string path;
};

} // namespace

bool MemoryFile::write(const std::string &bytes) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t put = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno != EINTR)
      return false;
    done += put > 0 ? static_cast<size_t>(put) : 0;
  }
  return descriptor >= 0;
}

std::string MemoryFile::read() const {
  std::string bytes;
  char chunk[1 << 16];
  for (ssize_t got; (got = pread(descriptor, chunk, sizeof(chunk),
                                 static_cast<off_t>(bytes.size()))) > 0;)
    bytes.append(chunk, static_cast<size_t>(got));
  return bytes;
}

Result<std::string> runPtxas(const std::string &ptxas, const std::string &arch,
                             const std::string &ptx) {
  MemoryFile source("k.ptx"), target("k.cubin");
  if (target.descriptor < 0 || !source.write(ptx))
    return Error{std::string("no temporary file can be made: ") +
                 std::strerror(errno)};
  Result<ProgramRun> run =
      runProgram({ptxas, "-arch=" + arch, "-O3", "-lineinfo", source.path, "-o",
                  target.path});
  if (!run)
    return run.error();
  if (run->exitCode != 0) {
    std::string &output = run->output;
    for (size_t at; (at = output.find(source.path)) != std::string::npos;)
      output.replace(at, source.path.size(), "k.ptx");
    return Error{"ptxas failed with exit code " +
                 std::to_string(run->exitCode) + ":\n" + output};
  }
  std::string cubin = target.read();
  if (cubin.empty())
    return Error{"ptxas wrote no cubin"};
  return cubin;
}

} // namespace tqc

/*
 * A disk that fails: loaded before the C library (LD_PRELOAD), it lets every Nth write or flush of the files below one folder
 * fail, while its switch file exists. Each kind of failure has its turn: nothing written, half written and then an error,
 * no room, a flush that is refused after the bytes were taken.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum failure { NONE, REFUSED, TORN, FULL };

static atomic_ulong calls;

/* True where the file lies below the folder of the proof. */
static int concerns(int fd) {
  const char *folder = getenv("FAILING_DISK_FOLDER");
  char link[64], path[PATH_MAX];
  if (!folder) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0;
}

static enum failure next(int fd) {
  const char *on = getenv("FAILING_DISK_SWITCH"), *every = getenv("FAILING_DISK_EVERY");
  if (!on || !every || access(on, F_OK) != 0 || !concerns(fd)) return NONE;
  unsigned long call = atomic_fetch_add(&calls, 1) + 1, step = strtoul(every, NULL, 10);
  if (step == 0 || call % step != 0) return NONE;
  return REFUSED + (call / step) % 3;
}

/* The original function, looked up once. */
#define ORIGINAL(name, type) \
  static type original; \
  if (!original) original = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_at)(int, const void *, size_t, off_t);
typedef ssize_t (*write_on)(int, const void *, size_t);
typedef int (*flush)(int);

static ssize_t written_at(write_at original, int fd, const void *bytes, size_t count, off_t offset) {
  switch (next(fd)) {
    case REFUSED: errno = EIO; return -1;
    case FULL: errno = ENOSPC; return -1;
    case TORN:
      if (count > 1) original(fd, bytes, count / 2, offset);
      errno = EIO;
      return -1;
    default: return original(fd, bytes, count, offset);
  }
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  ORIGINAL("pwrite", write_at);
  return written_at(original, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  ORIGINAL("pwrite64", write_at);
  return written_at(original, fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ORIGINAL("write", write_on);
  switch (next(fd)) {
    case REFUSED: errno = EIO; return -1;
    case FULL: errno = ENOSPC; return -1;
    case TORN:
      if (count > 1) original(fd, bytes, count / 2);
      errno = EIO;
      return -1;
    default: return original(fd, bytes, count);
  }
}

int fsync(int fd) {
  ORIGINAL("fsync", flush);
  if (next(fd) == NONE) return original(fd);
  errno = EIO;
  return -1;
}

int fdatasync(int fd) {
  ORIGINAL("fdatasync", flush);
  if (next(fd) == NONE) return original(fd);
  errno = EIO;
  return -1;
}

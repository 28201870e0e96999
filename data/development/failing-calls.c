// Fails calls of the system below a folder, or writes down what changes there, in order.
//
// To be preloaded: cc -shared -fPIC -o failing-calls.so failing-calls.c -ldl
//
// CALLS_FOLDER   the folder, by its real path
// CALLS_FAIL     NUMBER:ERROR or NUMBER+:ERROR, by number of errno: fails that call, or all from it on
// CALLS_SHORT    NUMBER: the call writes or reads half, if it is one that may
// CALLS_COUNT    a file that is told how many calls there were, when the program ends
// CALLS_LOG      a file for records, a line each: create, write (its bytes follow), truncate, sync,
//                rename, link, unlink, mkdir, rmdir; inodes stand for files, whatever their names are
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;

// Whether a path is below the folder, and no file that SQLite makes anew after a power cut.
static int is_inside(const char *path) {
  const char *folder = getenv("CALLS_FOLDER");
  size_t length = folder ? strlen(folder) : 0, all = strlen(path);
  return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]) &&
         !(all > 4 && !strcmp(path + all - 4, "-shm"));
}

static int path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int before = errno;
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = before;
  path[length < 0 ? 0 : length] = 0;
  return length > 0 && is_inside(path);
}

static int path_at(int folder, const char *name, char *path) {
  if (name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char parent[PATH_MAX] = "";
    if (folder == AT_FDCWD) {
      if (!getcwd(parent, sizeof parent)) return 0;
    } else {
      path_of(folder, parent);
    }
    if (snprintf(path, PATH_MAX, "%s/%s", parent, name) >= PATH_MAX) return 0;
  }
  return is_inside(path);
}

// Counts a call, and says whether it is to fail; then errno says with what.
static int fails(int *is_short) {
  const char *fail = getenv("CALLS_FAIL"), *half = getenv("CALLS_SHORT");
  pthread_mutex_lock(&lock);
  long number = ++calls;
  pthread_mutex_unlock(&lock);
  if (is_short) *is_short = half && number == atol(half);
  if (!fail) return 0;
  char *rest;
  long first = strtol(fail, &rest, 10);
  int goes_on = *rest == '+';
  if (number != first && !(goes_on && number > first)) return 0;
  return errno = atoi(rest + goes_on + 1), 1;
}

__attribute__((destructor)) static void tell_count(void) {
  const char *path = getenv("CALLS_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fprintf(file, "%ld\n", calls), fclose(file);
}

// Adds a record, and the bytes behind it, in one piece.
static void record(const void *bytes, size_t count, const char *format, ...) {
  const char *path = getenv("CALLS_LOG");
  if (!path) return;
  int before = errno;
  static FILE *log;
  va_list values;
  va_start(values, format);
  pthread_mutex_lock(&lock);
  if (!log) log = fopen(path, "ae");
  if (log) {
    vfprintf(log, format, values);
    fputc('\n', log);
    if (count) fwrite(bytes, 1, count, log);
    fflush(log);
  }
  pthread_mutex_unlock(&lock);
  va_end(values);
  errno = before;
}

static unsigned long inode(int file) {
  struct stat status;
  return fstat(file, &status) ? 0 : status.st_ino;
}

int fsync(int file) {
  NEXT(fsync);
  char path[PATH_MAX];
  if (!path_of(file, path)) return next(file);
  if (fails(NULL)) return -1;
  int result = next(file);
  if (!result) record(NULL, 0, "sync %lu %s", inode(file), path);
  return result;
}

int fdatasync(int file) {
  NEXT(fdatasync);
  char path[PATH_MAX];
  if (!path_of(file, path)) return next(file);
  if (fails(NULL)) return -1;
  int result = next(file);
  if (!result) record(NULL, 0, "sync %lu %s", inode(file), path);
  return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(write);
  char path[PATH_MAX];
  int is_short;
  if (!path_of(file, path)) return next(file, bytes, count);
  if (fails(&is_short)) return -1;
  ssize_t done = next(file, bytes, is_short && count > 1 ? count / 2 : count);
  if (done > 0) {
    // Behind what was written, also where that was appended.
    long end = lseek(file, 0, SEEK_CUR);
    record(bytes, done, "write %lu %ld %zd", inode(file), end - (long)done, done);
  }
  return done;
}

#define WRITE_AT(name)                                                            \
  ssize_t name(int file, const void *bytes, size_t count, __off64_t place) {      \
    NEXT(name);                                                                   \
    char path[PATH_MAX];                                                          \
    int is_short;                                                                 \
    if (!path_of(file, path)) return next(file, bytes, count, place);             \
    if (fails(&is_short)) return -1;                                              \
    ssize_t done = next(file, bytes, is_short && count > 1 ? count / 2 : count, place); \
    if (done > 0) record(bytes, done, "write %lu %ld %zd", inode(file), (long)place, done); \
    return done;                                                                  \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define TRUNCATE(name)                                                            \
  int name(int file, __off64_t size) {                                            \
    NEXT(name);                                                                   \
    char path[PATH_MAX];                                                          \
    if (!path_of(file, path)) return next(file, size);                            \
    if (fails(NULL)) return -1;                                                   \
    int result = next(file, size);                                                \
    if (!result) record(NULL, 0, "truncate %lu %ld", inode(file), (long)size);    \
    return result;                                                                \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *old, const char *new) {
  NEXT(rename);
  char from[PATH_MAX], to[PATH_MAX];
  int is_ours = path_at(AT_FDCWD, old, from) | path_at(AT_FDCWD, new, to);
  if (!is_ours) return next(old, new);
  if (fails(NULL)) return -1;
  int result = next(old, new);
  if (!result) record(NULL, 0, "rename %s\t%s", from, to);
  return result;
}

int unlink(const char *name) {
  NEXT(unlink);
  char path[PATH_MAX];
  if (!path_at(AT_FDCWD, name, path)) return next(name);
  if (fails(NULL)) return -1;
  int result = next(name);
  if (!result) record(NULL, 0, "unlink %s", path);
  return result;
}

int unlinkat(int folder, const char *name, int flags) {
  NEXT(unlinkat);
  char path[PATH_MAX];
  if (!path_at(folder, name, path)) return next(folder, name, flags);
  if (fails(NULL)) return -1;
  int result = next(folder, name, flags);
  if (!result) record(NULL, 0, "%s %s", flags & AT_REMOVEDIR ? "rmdir" : "unlink", path);
  return result;
}

int linkat(int old_folder, const char *old, int folder, const char *name, int flags) {
  NEXT(linkat);
  char path[PATH_MAX];
  if (!path_at(folder, name, path)) return next(old_folder, old, folder, name, flags);
  if (fails(NULL)) return -1;
  int result = next(old_folder, old, folder, name, flags);
  struct stat status;
  if (!result && !lstat(path, &status)) record(NULL, 0, "link %lu %s", status.st_ino, path);
  return result;
}

int mkdir(const char *name, mode_t mode) {
  NEXT(mkdir);
  char path[PATH_MAX];
  if (!path_at(AT_FDCWD, name, path)) return next(name, mode);
  if (fails(NULL)) return -1;
  int result = next(name, mode);
  struct stat status;
  if (!result && !lstat(path, &status)) record(NULL, 0, "mkdir %lu %s", status.st_ino, path);
  return result;
}

// A nameless file (`O_TMPFILE`) is created too; a later link gives it a name.
#define OPEN_AT(name)                                                             \
  int name(int folder, const char *file, int flags, ...) {                        \
    NEXT(name);                                                                   \
    va_list values;                                                               \
    va_start(values, flags);                                                      \
    int makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;              \
    mode_t mode = makes ? va_arg(values, mode_t) : 0;                             \
    va_end(values);                                                               \
    return opened(folder, file, flags, mode, next);                               \
  }
#define OPEN(name, at)                                                            \
  int name(const char *file, int flags, ...) {                                    \
    __typeof__(&at) next = (__typeof__(&at))dlsym(RTLD_NEXT, #at);                \
    va_list values;                                                               \
    va_start(values, flags);                                                      \
    int makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;              \
    mode_t mode = makes ? va_arg(values, mode_t) : 0;                             \
    va_end(values);                                                               \
    return opened(AT_FDCWD, file, flags, mode, next);                             \
  }

static int opened(
    int folder, const char *name, int flags, mode_t mode,
    int (*next)(int, const char *, int, ...)) {
  char path[PATH_MAX];
  if (!path_at(folder, name, path)) return next(folder, name, flags, mode);
  if (fails(NULL)) return -1;
  struct stat status;
  int before = errno, is_there = !fstatat(folder, name, &status, 0);
  errno = before;
  int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  int file = next(folder, name, flags, mode);
  if (file < 0) return file;
  if (is_nameless) {
    record(NULL, 0, "create %lu ", inode(file));
  } else if (!is_there && flags & O_CREAT) {
    record(NULL, 0, "create %lu %s", inode(file), path);
  } else if (flags & O_TRUNC) {
    record(NULL, 0, "truncate %lu 0", inode(file));
  }
  return file;
}
OPEN(open, openat)
OPEN(open64, openat64)
OPEN_AT(openat)
OPEN_AT(openat64)

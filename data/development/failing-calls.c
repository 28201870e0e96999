// Fails calls of the system below a folder, and writes down in order what changes there.
//
// To be preloaded. A program that knows it calls `calls_begin` and `calls_end`; of any other, its
// environment says what is to fail:
//
// CALLS_FOLDER  the folder, by its real path
// CALLS_FAIL    NUMBER:WHAT fails that call, NUMBER+:WHAT all from it on; WHAT is a number of errno, or
//               `kill`, which ends the program before the call, or `short`, which reads or writes half
// CALLS_ONLY    KIND:TEXT counts only calls of a kind whose path contains the text, as in `sync:-wal`,
//               or ends in it, as in `sync:/Exports$`
// CALLS_COUNT   a file that is told how many calls there were, when the program ends
// CALLS_ORDERS  a file with what the first two have, parted by a blank: only while it is there, calls are
//               counted, and from 1 when it is a new one; it goes when the one call fails that it is about
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

enum { KILLS = 0, SHORTENS = -1 };

// One call at a time, so that the records are in the order of what they tell.
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], only[256];
static long first, calls;
static int goes_on, what;
static FILE *records;
// The file of orders, and when that was written which was read last.
static const char *orders;
static struct timespec ordered;

// Counts calls below a folder from now on; `number` is the first to fail, or 0.
void calls_begin(
    const char *place, const char *which, long number, int and_later, int error, const char *log) {
  pthread_mutex_lock(&order);
  snprintf(only, sizeof only, "%s", which ? which : "");
  first = number, goes_on = and_later, what = error, calls = 0;
  records = log ? fopen(log, "we") : NULL;
  snprintf(folder, sizeof folder, "%s", place);
  pthread_mutex_unlock(&order);
}

// Lets all calls pass again, and returns how many there were.
long calls_end(void) {
  pthread_mutex_lock(&order);
  folder[0] = 0;
  if (records) fclose(records);
  records = NULL;
  pthread_mutex_unlock(&order);
  return calls;
}

// Reads which call is to fail, and how.
static void read_fault(const char *fault) {
  char *rest;
  first = strtol(fault, &rest, 10);
  goes_on = *rest == '+';
  const char *error = *rest ? rest + goes_on + 1 : "";
  what = !strcmp(error, "kill") ? KILLS : !strcmp(error, "short") ? SHORTENS : atoi(error);
}

__attribute__((constructor)) static void begin(void) {
  const char *place = getenv("CALLS_FOLDER"), *fail = getenv("CALLS_FAIL");
  if (!place) return;
  calls_begin(place, getenv("CALLS_ONLY"), 0, 0, 0, NULL);
  if (fail) read_fault(fail);
  orders = getenv("CALLS_ORDERS");
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("CALLS_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fprintf(file, "%ld\n", calls), fclose(file);
}

// Whether a path is below the folder, and no file that SQLite makes anew after a power cut.
static int is_inside(const char *path) {
  size_t length = strlen(folder), all = strlen(path);
  return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]) &&
         !(all > 4 && !strcmp(path + all - 4, "-shm"));
}

static int path_of(int file, char *path) {
  path[0] = 0;
  if (!folder[0]) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int before = errno;
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = before;
  path[length < 0 ? 0 : length] = 0;
  return is_inside(path);
}

static int path_at(int parent, const char *name, char *path) {
  path[0] = 0;
  if (!folder[0]) return 0;
  char above[PATH_MAX] = "";
  if (name[0] != '/') {
    if (parent != AT_FDCWD) path_of(parent, above);
    else if (!getcwd(above, sizeof above)) return 0;
  }
  int length = snprintf(path, PATH_MAX, "%s%s%s", above, name[0] == '/' ? "" : "/", name);
  return length < PATH_MAX && is_inside(path);
}

static void leave(int *held) { (void)held, pthread_mutex_unlock(&order); }

// Whether calls are counted; reads new orders first.
static int is_ordered(void) {
  if (!orders) return 1;
  struct stat status;
  if (stat(orders, &status)) return 0;
  if (!memcmp(&status.st_mtim, &ordered, sizeof ordered)) return 1;
  FILE *file = fopen(orders, "re");
  if (!file) return 0;
  char fault[64] = "";
  only[0] = 0, first = 0;
  if (fscanf(file, "%63s %255s", fault, only) > 0) read_fault(fault);
  fclose(file);
  ordered = status.st_mtim, calls = 0;
  return 1;
}

// Whether a path contains a text, or ends in it where `$` is behind that.
static int is_named(const char *path, const char *text) {
  size_t length = strlen(text), all = strlen(path);
  if (!length || text[length - 1] != '$') return strstr(path, text) != NULL;
  return all >= --length && !memcmp(path + all - length, text, length);
}

// Counts a call, and says what becomes of it: -1 if it fails, as `errno` says, 1 if it is cut short.
static int fate(const char *kind, const char *path) {
  int before = errno, is_counted = is_ordered();
  errno = before;
  if (!is_counted) return 0;
  size_t length = strcspn(only, ":");
  if (only[0] && (strlen(kind) != length || strncmp(kind, only, length) ||
                  !is_named(path, only + length + (only[length] == ':'))))
    return 0;
  long number = ++calls;
  if (!first || (number != first && !(goes_on && number > first))) return 0;
  // No other call can be cut short.
  if (what == SHORTENS && strcmp(kind, "read") && strcmp(kind, "write")) return 0;
  if (orders && !goes_on) remove(orders);
  if (what == KILLS) raise(SIGKILL);
  if (what == SHORTENS) return 1;
  return errno = what, -1;
}

// Within a function for a call: the rest of it is for calls below the folder that do not fail.
#define IF_OURS(is_ours, kind, path, failure, call)                                        \
  if (!(is_ours)) return call;                                                             \
  __attribute__((cleanup(leave))) int held = pthread_mutex_lock(&order);                   \
  int is_short = fate(kind, path);                                                         \
  if (is_short < 0) return failure

// Adds a record, and the bytes behind it.
static void record(const void *bytes, size_t count, const char *format, ...) {
  if (!records) return;
  int before = errno;
  va_list values;
  va_start(values, format);
  vfprintf(records, format, values);
  va_end(values);
  fputc('\n', records);
  if (count) fwrite(bytes, 1, count, records);
  errno = before;
}

static unsigned long inode(int file) {
  struct stat status;
  return fstat(file, &status) ? 0 : status.st_ino;
}

// Records something that has got a name, whatever it was.
static void record_name(const char *kind, const char *path) {
  struct stat status;
  if (!lstat(path, &status)) record(NULL, 0, "%s %lu %s", kind, status.st_ino, path);
}

#define SYNC(name, kind)                                                                   \
  int name(int file) {                                                                     \
    NEXT(name);                                                                            \
    char path[PATH_MAX];                                                                   \
    IF_OURS(path_of(file, path), "sync", path, -1, next(file));                            \
    int result = next(file);                                                               \
    if (!result) record(NULL, 0, kind " %lu", inode(file));                                \
    return result;                                                                         \
  }
SYNC(fsync, "sync")
SYNC(fdatasync, "sync")
SYNC(syncfs, "syncall")

ssize_t read(int file, void *bytes, size_t count) {
  NEXT(read);
  char path[PATH_MAX];
  IF_OURS(path_of(file, path), "read", path, -1, next(file, bytes, count));
  return next(file, bytes, is_short && count > 1 ? count / 2 : count);
}

#define READ_AT(name)                                                                      \
  ssize_t name(int file, void *bytes, size_t count, __off64_t place) {                     \
    NEXT(name);                                                                            \
    char path[PATH_MAX];                                                                   \
    IF_OURS(path_of(file, path), "read", path, -1, next(file, bytes, count, place));       \
    return next(file, bytes, is_short && count > 1 ? count / 2 : count, place);            \
  }
READ_AT(pread)
READ_AT(pread64)

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(write);
  char path[PATH_MAX];
  IF_OURS(path_of(file, path), "write", path, -1, next(file, bytes, count));
  ssize_t done = next(file, bytes, is_short && count > 1 ? count / 2 : count);
  // Behind what was written, also where that was appended.
  long end = lseek(file, 0, SEEK_CUR);
  if (done > 0) record(bytes, done, "write %lu %ld %zd", inode(file), end - (long)done, done);
  return done;
}

#define WRITE_AT(name)                                                                     \
  ssize_t name(int file, const void *bytes, size_t count, __off64_t place) {               \
    NEXT(name);                                                                            \
    char path[PATH_MAX];                                                                   \
    IF_OURS(path_of(file, path), "write", path, -1, next(file, bytes, count, place));      \
    ssize_t done = next(file, bytes, is_short && count > 1 ? count / 2 : count, place);    \
    if (done > 0) record(bytes, done, "write %lu %ld %zd", inode(file), (long)place, done); \
    return done;                                                                           \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define TRUNCATE(name)                                                                     \
  int name(int file, __off64_t size) {                                                     \
    NEXT(name);                                                                            \
    char path[PATH_MAX];                                                                   \
    IF_OURS(path_of(file, path), "truncate", path, -1, next(file, size));                  \
    int result = next(file, size);                                                         \
    if (!result) record(NULL, 0, "truncate %lu %ld", inode(file), (long)size);             \
    return result;                                                                         \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int renameat(int old_parent, const char *old, int parent, const char *name) {
  NEXT(renameat);
  char from[PATH_MAX], to[PATH_MAX];
  int is_ours = path_at(old_parent, old, from) | path_at(parent, name, to);
  IF_OURS(is_ours, "rename", from, -1, next(old_parent, old, parent, name));
  int result = next(old_parent, old, parent, name);
  if (!result) record(NULL, 0, "rename %s\t%s", from, to);
  return result;
}

int rename(const char *old, const char *name) { return renameat(AT_FDCWD, old, AT_FDCWD, name); }

int unlinkat(int parent, const char *name, int flags) {
  NEXT(unlinkat);
  char path[PATH_MAX];
  IF_OURS(path_at(parent, name, path), "unlink", path, -1, next(parent, name, flags));
  int result = next(parent, name, flags);
  if (!result) record(NULL, 0, "unlink %s", path);
  return result;
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int linkat(int old_parent, const char *old, int parent, const char *name, int flags) {
  NEXT(linkat);
  char path[PATH_MAX];
  IF_OURS(
      path_at(parent, name, path), "link", path, -1, next(old_parent, old, parent, name, flags));
  int result = next(old_parent, old, parent, name, flags);
  if (!result) record_name("link", path);
  return result;
}

int mkdirat(int parent, const char *name, mode_t mode) {
  NEXT(mkdirat);
  char path[PATH_MAX];
  IF_OURS(path_at(parent, name, path), "mkdir", path, -1, next(parent, name, mode));
  int result = next(parent, name, mode);
  if (!result) record_name("mkdir", path);
  return result;
}

int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

static int opened(int parent, const char *name, int flags, mode_t mode) {
  NEXT(openat);
  char path[PATH_MAX];
  IF_OURS(path_at(parent, name, path), "open", path, -1, next(parent, name, flags, mode));
  struct stat status;
  int before = errno, is_there = !fstatat(parent, name, &status, 0);
  errno = before;
  int file = next(parent, name, flags, mode);
  if (file < 0) return file;
  // A nameless one may get a name by a later link.
  if ((flags & O_TMPFILE) == O_TMPFILE) record(NULL, 0, "create %lu ", inode(file));
  else if (!is_there && flags & O_CREAT) record_name("create", path);
  else if (flags & O_TRUNC) record(NULL, 0, "truncate %lu 0", inode(file));
  return file;
}

#define OPEN(name, parent, ...)                                                            \
  int name(__VA_ARGS__ const char *file, int flags, ...) {                                 \
    va_list values;                                                                        \
    va_start(values, flags);                                                               \
    int makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;                       \
    mode_t mode = makes ? va_arg(values, mode_t) : 0;                                      \
    va_end(values);                                                                        \
    return opened(parent, file, flags, mode);                                              \
  }
OPEN(open, AT_FDCWD)
OPEN(open64, AT_FDCWD)
OPEN(openat, parent, int parent, )
OPEN(openat64, parent, int parent, )

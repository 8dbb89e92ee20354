// Makes one folder behave as on a mount with oddities. It is loaded before a program's other libraries (LD_PRELOAD) and
// answers the calls that the program makes of the C library.
//
// ODD_FOLDER is the folder's path from the root, without links. ODD is a list of oddities, separated by commas; errors are
// given by their numbers:
//
//   links=N        files report N names
//   numbers        the number of a file or folder differs with each look
//   times=N        times are whole multiples of N seconds, but exact for a moment after a change, and for open files
//   lock=E         locks fail
//   link=E         second names fail
//   exclusive=E    renaming with flags fails
//   foldersync=E   syncing a folder fails
//   sync=E         syncing a file fails
//   length=N       names have at most N bytes
//   characters     names that Windows refuses can't be made
//   lost           a new file loses its name at once
//   case           names that differ only in the case of ASCII letters are the same

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The C library's own function of a name.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Whether the folder has an oddity, and its number.
static bool odd(const char *name, int *number) {
  size_t length = strlen(name);
  for (const char *list = getenv("ODD"); list != NULL && *list != 0; list = strchr(list, ',')) {
    list += *list == ',';
    char end = strncmp(list, name, length) == 0 ? list[length] : '?';
    if (end != 0 && end != ',' && end != '=') continue;
    if (end == '=') *number = atoi(list + length + 1);
    return true;
  }
  return false;
}

// Sets errno to the oddity's number if the folder has it.
static bool fails(const char *name) { return odd(name, &errno); }

// Whether a path from the root leads into the folder, or to it.
static bool is_inside(const char *path) {
  const char *folder = getenv("ODD_FOLDER");
  size_t length = folder == NULL ? 0 : strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == 0 || path[length] == '/');
}

// The path of an open file or folder; empty if there is none.
static void place(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = NEXT(readlink)(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

static bool is_file_inside(int file) {
  char path[PATH_MAX];
  place(file, path);
  return is_inside(path);
}

// Gives a folder's entry the case in which it was made.
static void find_case(const char *folder, char *name) {
  DIR *entries = NEXT(opendir)(folder);
  if (entries == NULL) return;
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    if (strcasecmp(entry->d_name, name) == 0) {
      memcpy(name, entry->d_name, strlen(name));
      break;
    }
  }
  closedir(entries);
}

// Gives all names of a path in the folder the case in which they were made.
static void find_cases(char *path) {
  char *slash = path + strlen(getenv("ODD_FOLDER"));
  while (*slash == '/') {
    *slash = 0;
    char *name = slash + 1, *end = strchrnul(name, '/');
    char kept = *end;
    *end = 0;
    find_case(path, name);
    *end = kept;
    *slash = '/';
    slash = end;
  }
}

// The path from the root of what a call names, if that is in the folder. Otherwise it is the path that the call has.
static const char *whole(int folder, const char *path, char room[PATH_MAX]) {
  if (*path == 0) return path;
  if (*path == '/') {
    room[0] = 0;
  } else if (folder == AT_FDCWD) {
    if (getcwd(room, PATH_MAX) == NULL) return path;
  } else {
    place(folder, room);
  }
  size_t length = strlen(room);
  if (length + 1 + strlen(path) >= PATH_MAX) return path;
  if (*path != '/') room[length++] = '/';
  strcpy(room + length, path);
  if (!is_inside(room)) return path;
  int unused;
  if (odd("case", &unused)) find_cases(room);
  return room;
}

// Whether a name is too long. Sets errno.
static bool is_too_long(const char *path) {
  int most = 0;
  const char *name = strrchr(path, '/');
  bool is = odd("length", &most) && strlen(name == NULL ? path : name + 1) > (size_t)most;
  if (is) errno = ENAMETOOLONG;
  return is;
}

// Whether nothing can be made with a name. Sets errno.
static bool is_refused(const char *path) {
  int unused;
  const char *name = strrchr(path, '/');
  if (is_too_long(path)) return true;
  bool is = odd("characters", &unused) && strpbrk(name == NULL ? path : name, ":*?\"<>|\\") != NULL;
  if (is) errno = EINVAL;
  return is;
}

static atomic_uint looks = 1000;

// Whether a file was changed in the last fifth of a second.
static bool is_new(const struct stat *status) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  double age = difftime(now.tv_sec, status->st_mtim.tv_sec) + 1e-9 * (double)(now.tv_nsec - status->st_mtim.tv_nsec);
  return age < 0.2;
}

// What the folder tells about a file instead.
static void change(struct stat *status, bool is_open) {
  int number = 0;
  if (odd("links", &number) && S_ISREG(status->st_mode)) status->st_nlink = (nlink_t)number;
  if (odd("numbers", &number)) status->st_ino = atomic_fetch_add(&looks, 1);
  if (odd("times", &number) && number > 0 && !is_open && !is_new(status)) {
    status->st_mtim.tv_nsec = status->st_ctim.tv_nsec = 0;
    status->st_mtim.tv_sec -= status->st_mtim.tv_sec % number;
    status->st_ctim.tv_sec -= status->st_ctim.tv_sec % number;
  }
}

// MARK: - Opening

int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  char room[PATH_MAX];
  const char *found = whole(folder, path, room);
  if (found == room && (flags & O_CREAT ? is_refused(found) : is_too_long(found))) return -1;
  int unused;
  bool is_lost = found == room && flags & O_CREAT && odd("lost", &unused) && NEXT(access)(found, F_OK) != 0;
  int file = NEXT(openat)(folder, found, flags, mode);
  if (file >= 0 && is_lost) NEXT(unlink)(found);
  return file;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return openat(AT_FDCWD, path, flags, mode);
}

DIR *opendir(const char *path) {
  char room[PATH_MAX];
  return NEXT(opendir)(whole(AT_FDCWD, path, room));
}

char *realpath(const char *path, char *result) {
  char room[PATH_MAX];
  return NEXT(realpath)(whole(AT_FDCWD, path, room), result);
}

int faccessat(int folder, const char *path, int mode, int flags) {
  char room[PATH_MAX];
  return NEXT(faccessat)(folder, whole(folder, path, room), mode, flags);
}

int access(const char *path, int mode) { return faccessat(AT_FDCWD, path, mode, 0); }

int inotify_add_watch(int file, const char *path, uint32_t events) {
  char room[PATH_MAX];
  return NEXT(inotify_add_watch)(file, whole(AT_FDCWD, path, room), events);
}

// MARK: - Looking

int fstat(int file, struct stat *status) {
  int result = NEXT(fstat)(file, status);
  if (result == 0 && is_file_inside(file)) change(status, true);
  return result;
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  if (*path == 0) return fstat(folder, status);
  char room[PATH_MAX];
  const char *found = whole(folder, path, room);
  if (found == room && is_too_long(found)) return -1;
  int result = NEXT(fstatat)(folder, found, status, flags);
  if (result == 0 && found == room) change(status, false);
  return result;
}

int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }

int lstat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status) {
  bool is_open = *path == 0;
  char room[PATH_MAX];
  const char *found = is_open ? path : whole(folder, path, room);
  if (found == room && is_too_long(found)) return -1;
  int result = NEXT(statx)(folder, found, flags, mask, status);
  if (result != 0 || !(is_open ? is_file_inside(folder) : found == room)) return result;
  struct stat plain = {
      .st_mode = status->stx_mode, .st_nlink = status->stx_nlink, .st_ino = status->stx_ino,
      .st_mtim = {status->stx_mtime.tv_sec, status->stx_mtime.tv_nsec},
      .st_ctim = {status->stx_ctime.tv_sec, status->stx_ctime.tv_nsec}};
  change(&plain, is_open);
  status->stx_nlink = plain.st_nlink;
  status->stx_ino = plain.st_ino;
  status->stx_mtime.tv_sec = plain.st_mtim.tv_sec;
  status->stx_mtime.tv_nsec = plain.st_mtim.tv_nsec;
  status->stx_ctime.tv_sec = plain.st_ctim.tv_sec;
  status->stx_ctime.tv_nsec = plain.st_ctim.tv_nsec;
  return result;
}

// MARK: - Locking and syncing

int flock(int file, int operation) {
  if (!(operation & LOCK_UN) && is_file_inside(file) && fails("lock")) return -1;
  return NEXT(flock)(file, operation);
}

int fsync(int file) {
  struct stat status;
  bool is_folder = NEXT(fstat)(file, &status) == 0 && S_ISDIR(status.st_mode);
  if (is_file_inside(file) && fails(is_folder ? "foldersync" : "sync")) return -1;
  return NEXT(fsync)(file);
}

int fdatasync(int file) { return fsync(file); }

// MARK: - Names

int linkat(int from, const char *path, int to, const char *name, int flags) {
  char room[PATH_MAX], other[PATH_MAX];
  const char *old = whole(from, path, room), *new = whole(to, name, other);
  if (new == other && (fails("link") || is_refused(new))) return -1;
  return NEXT(linkat)(from, old, to, new, flags);
}

int link(const char *path, const char *name) { return linkat(AT_FDCWD, path, AT_FDCWD, name, 0); }

int renameat2(int from, const char *path, int to, const char *name, unsigned flags) {
  char room[PATH_MAX], other[PATH_MAX];
  const char *old = whole(from, path, room), *new = whole(to, name, other);
  if (new == other && ((flags != 0 && fails("exclusive")) || is_refused(new))) return -1;
  return NEXT(renameat2)(from, old, to, new, flags);
}

int renameat(int from, const char *path, int to, const char *name) { return renameat2(from, path, to, name, 0); }

int rename(const char *path, const char *name) { return renameat2(AT_FDCWD, path, AT_FDCWD, name, 0); }

int mkdirat(int folder, const char *path, mode_t mode) {
  char room[PATH_MAX];
  const char *found = whole(folder, path, room);
  if (found == room && is_refused(found)) return -1;
  return NEXT(mkdirat)(folder, found, mode);
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int unlinkat(int folder, const char *path, int flags) {
  char room[PATH_MAX];
  return NEXT(unlinkat)(folder, whole(folder, path, room), flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

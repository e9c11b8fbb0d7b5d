#include "full-disk.h"

#include <sys/statvfs.h>

enum { PAGE_BYTES = 4096 };

bool is_disk_full(const char *folder) {
  struct statvfs disk;
  if (statvfs(folder, &disk) != 0) return false;
  // Some file systems count no files of their own, and say that there are none.
  const bool has_no_file = disk.f_files > 0 && disk.f_favail == 0;
  return has_no_file || (disk.f_blocks > 0 && disk.f_bavail * disk.f_frsize < PAGE_BYTES);
}

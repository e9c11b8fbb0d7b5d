/*
 * Writes files as fast as open, write and close can, and prints the milliseconds that this took.
 *
 *     write-files FOLDER LIST
 *
 * LIST is one record after the other: name, NUL, length in decimal, NUL, content, NUL. It is read before the clock
 * starts; the folder exists.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void stop(const char *what) {
  perror(what);
  exit(1);
}

static char *read_whole(const char *path, size_t *length) {
  struct stat facts;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &facts) != 0) stop(path);
  *length = (size_t)facts.st_size;
  char *text = malloc(*length + 1);
  if (text == NULL) stop("malloc");
  for (size_t done = 0; done < *length;) {
    ssize_t count = read(file, text + done, *length - done);
    if (count <= 0) stop(path);
    done += (size_t)count;
  }
  text[*length] = '\0';
  close(file);
  return text;
}

static void write_file(const char *name, const char *content, size_t length) {
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) stop(name);
  if (write(file, content, length) != (ssize_t)length) stop(name);
  if (close(file) != 0) stop(name);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: write-files FOLDER LIST\n", stderr);
    return 2;
  }
  size_t length;
  char *list = read_whole(argv[2], &length);
  if (chdir(argv[1]) != 0) stop(argv[1]);

  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (char *at = list; at < list + length;) {
    const char *name = at;
    const char *size = name + strlen(name) + 1;
    const char *content = size + strlen(size) + 1;
    size_t count = strtoul(size, NULL, 10);
    write_file(name, content, count);
    at = (char *)content + count + 1;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);

  printf("%.3f\n", (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6);
  return 0;
}

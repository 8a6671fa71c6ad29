/*
 * Decodes one GRIB message from memory with ecCodes, again and again: what bench/decode.ts compares with.
 *
 *   decode-eccodes FILE OFFSET LENGTH REPEATS      prints the least CPU time of one handle + decode to double, in ms
 */

#include <eccodes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const long offset = atol(argv[2]);
  const size_t length = (size_t)atol(argv[3]);
  const int repeats = atoi(argv[4]);
  unsigned char* message = malloc(length);
  double* values = NULL;
  size_t capacity = 0;
  double best = 1e30;
  FILE* file = fopen(argv[1], "rb");
  if (!file || !message || fseek(file, offset, SEEK_SET) || fread(message, 1, length, file) != length) return 3;
  for (int i = 0; i < repeats; i++) {
    const double start = cpu_ms();
    codes_handle* handle = codes_handle_new_from_message(NULL, message, length);
    size_t count = 0;
    if (!handle || codes_get_size(handle, "values", &count)) return 4;
    if (count > capacity) {
      values = realloc(values, count * sizeof(double));
      capacity = count;
    }
    if (!values || codes_get_double_array(handle, "values", values, &count)) return 5;
    codes_handle_delete(handle);
    const double elapsed = cpu_ms() - start;
    if (elapsed < best) best = elapsed;
  }
  printf("%.3f\n", best);
  return 0;
}

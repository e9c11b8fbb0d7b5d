/* Values of a scenario in the forms that functions give them. */
#include <stdio.h>
#include <string.h>

#include "../scenario.h"
#include "fake-nvml.h"

int answer_text(const void *device, const char *fact, char *text, unsigned size) {
  char value[256];
  if (!fact_of(device, fact, value, sizeof value)) return NOT_SUPPORTED;
  if (strlen(value) >= size) return TOO_SMALL;
  memcpy(text, value, strlen(value) + 1);
  return SUCCESS;
}

int answer_mask(int gpu, const char *fact, unsigned words, unsigned long *mask) {
  char value[256];
  if (!scenario_gpu_text(gpu, fact, value, sizeof value)) return NOT_SUPPORTED;
  memset(mask, 0, words * sizeof *mask);
  unsigned first = 0;
  unsigned last = 0;
  int used = 0;
  for (const char *at = value; sscanf(at, "%u%n", &first, &used) == 1;) {
    at += used;
    last = first;
    if (*at == '-' && sscanf(at, "-%u%n", &last, &used) == 1) at += used;
    for (unsigned bit = first; bit <= last; bit++) {
      if (bit / 64 >= words) return TOO_SMALL;
      mask[bit / 64] |= 1UL << (bit % 64);
    }
    if (*at == ',') at++;
  }
  return SUCCESS;
}

int answer_pci(const char *address, struct pci_info *info, bool is_v3) {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  if (sscanf(address, "%x:%x:%x", &domain, &bus, &device) != 3) return NOT_SUPPORTED;
  memset(info, 0, is_v3 ? sizeof *info : PCI_INFO_V2_SIZE);
  info->domain = domain;
  info->bus = bus;
  info->device = device;
  snprintf(info->legacy, sizeof info->legacy, "%04X:%02X:%02X.0", domain & 0xffffU, bus & 0xffU, device & 0xffU);
  if (is_v3) snprintf(info->bus_id, sizeof info->bus_id, "%08X:%02X:%02X.0", domain, bus & 0xffU, device & 0xffU);
  return SUCCESS;
}

// glibc has these, and shows them only under _GNU_SOURCE, which Swift's importer does not set.
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>

int pthread_setname_np(pthread_t thread, const char *name);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

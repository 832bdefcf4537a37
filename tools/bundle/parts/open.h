/* The same in every bundle, 2 of 3: a folder becomes loaded images. */

static inline int tq_runs_on(const tq_target *target, int capability) {
  if (target->variant == 's')
    return capability == target->capability;
  return capability >= target->capability &&
         (target->variant == 'p' || capability / 10 == target->capability / 10);
}

/* The newest target whose code the GPU takes; -1 where there is none. */
static inline int tq_choose_target(const tq_table *table, int capability) {
  int best = -1;
  for (int i = 0; i < table->target_count; ++i) {
    const tq_target *t = &table->targets[i],
                    *b = best < 0 ? NULL : &table->targets[best];
    if (tq_runs_on(t, capability) && (!b || t->capability > b->capability ||
                                      (t->capability == b->capability &&
                                       t->variant != 'p' && b->variant != 's')))
      best = i;
  }
  return best;
}

/* Reads a file of the bundle with a zero behind it, to be freed; null after an
 * error. */
static inline char *tq_read(const char *folder, const char *name, long bytes,
                            tq_error *error) {
  size_t length = strlen(folder) + strlen(name) + 2;
  char *path = (char *)malloc(length), *text = NULL;
  if (!path)
    return tq_fail(error, TQ_BAD_BUNDLE, folder, "there is no memory", NULL),
           (char *)NULL;
  snprintf(path, length, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
  if (size < 0 || (bytes >= 0 && size != bytes))
    tq_fail(error, TQ_BAD_BUNDLE, path,
            size < 0 ? "cannot be read"
                     : "has another size than when it was built",
            NULL);
  else if (!(text = (char *)malloc((size_t)size + 1)))
    tq_fail(error, TQ_BAD_BUNDLE, path, "there is no memory", NULL);
  else if (fseek(file, 0, SEEK_SET) ||
           fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
    tq_fail(error, TQ_BAD_BUNDLE, path, "cannot be read", NULL);
  } else
    text[size] = 0;
  if (file)
    fclose(file);
  free(path);
  return text;
}

/* Refuses a folder that another build wrote. */
static inline int tq_check_key(const tq_table *table, const char *folder,
                               tq_error *error) {
  char *manifest = tq_read(folder, "manifest.json", -1, error), why[256];
  if (!manifest)
    return TQ_BAD_BUNDLE;
  char *key = strstr(manifest, "\"key\": \"");
  int same = key && strncmp(key + 8, table->key, strlen(table->key)) == 0;
  snprintf(why, sizeof why,
           "its key is %.16s, but the header %s.h, made by tqc %s, is for %s; "
           "build both at once",
           key ? key + 8 : "missing", table->name, table->made_by, table->key);
  free(manifest);
  return same ? 0
              : tq_fail(error, TQ_BAD_BUNDLE, folder,
                        "is a bundle of another build", why);
}

static inline void tq_close(tq_bundle *bundle) {
  for (int i = 0; bundle->modules && i < bundle->table->image_count; ++i)
    if (bundle->modules[i])
      bundle->driver.unload(bundle->modules[i]);
  free(bundle->modules);
  free(bundle->functions);
  free(bundle->selected);
  if (bundle->driver.library)
    dlclose(bundle->driver.library);
  memset(bundle, 0, sizeof *bundle);
}

/* Loads machine code where it fits, else PTX, which the driver compiles. */
static inline int tq_load(tq_bundle *b, const char *folder, int index,
                          tq_error *error) {
  const tq_image *image = &b->table->images[index];
  int code = -1;
  for (int is_ptx = !image->cubin; is_ptx < 2 && code; ++is_ptx) {
    char *text = tq_read(folder, is_ptx ? image->ptx : image->cubin,
                         is_ptx ? image->ptx_bytes : image->cubin_bytes, error);
    if (!text)
      return TQ_BAD_BUNDLE;
    code = b->driver.load(&b->modules[index], text);
    free(text);
  }
  if (code)
    return tq_driver_fail(&b->driver, error, code, image->ptx,
                          "the driver refuses it");
  code = b->driver.find(&b->functions[index], b->modules[index], image->entry);
  if (!code && image->shared_bytes > 48 << 10) /* 8: dynamic shared memory */
    code = b->driver.set_attribute(b->functions[index], 8,
                                   (int)image->shared_bytes);
  return code
             ? tq_driver_fail(&b->driver, error, code, image->ptx, image->entry)
             : 0;
}

/* Chooses a target for the GPU of the current context and loads its images. */
static inline int tq_open(tq_bundle *b, const tq_table *table,
                          const char *folder, tq_error *error) {
  int device = 0, major = 0, minor = 0, code = 0;
  memset(b, 0, sizeof *b);
  b->table = table;
  if ((code = tq_check_key(table, folder, error)) ||
      (code = tq_open_driver(&b->driver, folder, error)))
    goto failed;
  code = b->driver.get_device(&device);
  if (code) {
    tq_driver_fail(&b->driver, error, code, folder,
                   "no CUDA context is current");
    goto failed;
  }
  b->driver.get_attribute(&major, 75, device);
  b->driver.get_attribute(&minor, 76, device);
  b->driver.get_attribute(&b->multiprocessors, 16, device);
  b->target = tq_choose_target(table, major * 10 + minor);
  if (b->target < 0) {
    char why[256];
    int at = snprintf(why, sizeof why, "the GPU is sm_%d%d, the bundle has",
                      major, minor);
    for (int i = 0; i < table->target_count && at < (int)sizeof why; ++i)
      at += snprintf(why + at, sizeof why - (size_t)at, " %s",
                     table->targets[i].name);
    code = tq_fail(error, TQ_NO_IMAGE, folder, "has no code for this GPU", why);
    goto failed;
  }
  b->modules = (void **)calloc((size_t)table->image_count, sizeof(void *));
  b->functions = (void **)calloc((size_t)table->image_count, sizeof(void *));
  b->selected = (int *)malloc((size_t)table->kernel_count * sizeof(int));
  if (!b->modules || !b->functions || !b->selected) {
    code = tq_fail(error, TQ_BAD_BUNDLE, folder, "there is no memory", NULL);
    goto failed;
  }
  for (int k = 0; k < table->kernel_count; ++k)
    b->selected[k] = -1;
  for (int i = 0; i < table->image_count; ++i) {
    const tq_image *image = &table->images[i];
    if (image->target != b->target)
      continue;
    if ((code = tq_load(b, folder, i, error)))
      goto failed;
    if (b->selected[image->kernel] < 0)
      b->selected[image->kernel] = image->choice;
  }
  return 0;
failed:
  tq_close(b);
  return code;
}

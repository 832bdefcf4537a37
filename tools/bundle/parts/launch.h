/* The same in every bundle, 3 of 3: arguments choose an image and become its
 * parameters. */

/* Launches of that kernel take that choice from now on. */
static inline int tq_select(tq_bundle *b, int kernel, int choice,
                            tq_error *error) {
  for (int i = 0; i < b->table->image_count; ++i) {
    const tq_image *image = &b->table->images[i];
    if (image->target == b->target && image->kernel == kernel &&
        image->choice == choice) {
      b->selected[kernel] = choice;
      return 0;
    }
  }
  return tq_fail(error, TQ_NO_IMAGE, b->table->kernels[kernel].name,
                 "the bundle has no such choice for",
                 b->table->targets[b->target].name);
}

/* The image whose code may rely on what these arguments are; -1 after an error,
 * which names the argument that is in the way. */
static inline int tq_choose_image(const tq_bundle *b, int kernel,
                                  const int64_t *values, tq_error *error) {
  const tq_kernel *k = &b->table->kernels[kernel];
  char why[200] = "it has no code for this GPU";
  for (int i = 0; i < b->table->image_count; ++i) {
    const tq_image *image = &b->table->images[i];
    int a = 0;
    if (image->target != b->target || image->kernel != kernel ||
        image->choice != b->selected[kernel])
      continue;
    while (a < k->argument_count && values[a] % image->multiple_of[a] == 0)
      ++a;
    if (a == k->argument_count)
      return i;
    snprintf(why, sizeof why, "%s is %lld, but must be a multiple of %lld",
             k->arguments[a], (long long)values[a],
             (long long)image->multiple_of[a]);
  }
  tq_fail(error, TQ_BAD_ARGUMENT, k->name, "no code takes these arguments",
          why);
  return -1;
}

static inline int tq_encode(const tq_bundle *b, const tq_map *map,
                            const int64_t *values, void *place,
                            const char *where, tq_error *error) {
  uint64_t dims[5], strides[4];
  uint32_t steps[5] = {1, 1, 1, 1, 1};
  if (!b->driver.encode)
    return tq_fail(error, TQ_NO_DRIVER, where,
                   "the driver is too old for tensor maps", NULL);
  for (int i = 0; i < map->rank; ++i) {
    int64_t dim = map->dims[i] < 0 ? values[-map->dims[i] - 1] : map->dims[i];
    /* Of an empty tensor there is no map, and the kernel asks for none of it.
     */
    dims[i] = dim > 0 ? (uint64_t)dim : 1;
  }
  for (int i = 0; i + 1 < map->rank; ++i) {
    int64_t stride =
        map->strides[i] < 0 ? values[-map->strides[i] - 1] : map->strides[i];
    strides[i] = (uint64_t)(stride * map->width);
  }
  int code = b->driver.encode(place, map->type, (uint32_t)map->rank,
                              (void *)(uintptr_t)values[map->base], dims,
                              strides, map->box, steps, 0, map->swizzle, 2, 0);
  return code ? tq_driver_fail(&b->driver, error, code, where, "its tensor map")
              : 0;
}

/* A launch that waits itself for the one before it may begin before that ends.
 */
static inline int tq_enqueue(const tq_bundle *b, int index, tq_grid grid,
                             void *stream, void **parameters) {
  const tq_image *image = &b->table->images[index];
  uint64_t ctas = (uint64_t)grid.x * grid.y * grid.z;
  if (ctas > image->overlaps || !b->driver.launch_with)
    return b->driver.launch(b->functions[index], grid.x, grid.y, grid.z,
                            image->threads, 1, 1, image->shared_bytes, stream,
                            parameters, NULL);
  tq_launch_attribute overlaps = {6, 0, {1}};
  tq_launch_config config = {{grid.x, grid.y, grid.z},
                             {image->threads, 1, 1},
                             image->shared_bytes,
                             stream,
                             &overlaps,
                             1};
  return b->driver.launch_with(&config, b->functions[index], parameters, NULL);
}

/* `values` and `places` have each argument: as a number (0 for floats) and
 * where its bytes are. As in Triton, a grid of no programs is no launch. */
static inline int tq_launch(const tq_bundle *b, int kernel, tq_grid grid,
                            void *stream, const int64_t *values,
                            void *const *places, tq_error *error) {
  void *parameters[TQ_MOST_PARAMETERS];
  tq_pointer workspaces[TQ_MOST_WORKSPACES];
  char room[(TQ_MOST_MAPS + 1) * 128];
  char *map = room + (128 - (uintptr_t)room % 128) % 128;
  int spaces = 0, code = 0;
  int index = tq_choose_image(b, kernel, values, error);
  if (index < 0)
    return TQ_BAD_ARGUMENT;
  const tq_image *image = &b->table->images[index];
  if (!grid.x || !grid.y || !grid.z)
    return 0;
  uint64_t ctas = (uint64_t)grid.x * image->ctas; /* too many are refused */
  grid.x = (uint32_t)(ctas < UINT32_MAX ? ctas : UINT32_MAX);
  uint32_t axes[3] = {grid.x, grid.y, grid.z};
  for (unsigned i = 0; i < image->parameter_count && !code; ++i) {
    const tq_parameter *p = &image->parameters[i];
    if (p->role == 'a') {
      parameters[i] = places[p->index];
    } else if (p->role == 'g') {
      parameters[i] = &axes[p->index];
    } else if (p->role == 'm') {
      code = tq_encode(b, &image->maps[p->index], values, map, image->entry,
                       error);
      parameters[i] = map;
      map += 128;
    } else {
      if (!b->driver.allocate || !b->driver.clear || !b->driver.release)
        code = tq_fail(error, TQ_NO_DRIVER, image->entry,
                       "the driver is too old for scratch memory", NULL);
      else if ((code = b->driver.allocate(&workspaces[spaces],
                                          image->workspace_bytes, stream)))
        tq_driver_fail(&b->driver, error, code, image->entry,
                       "its scratch memory");
      else if ((code = b->driver.clear(workspaces[spaces++], 0,
                                       image->workspace_bytes, stream)))
        tq_driver_fail(&b->driver, error, code, image->entry,
                       "its scratch memory");
      parameters[i] = &workspaces[spaces - 1 < 0 ? 0 : spaces - 1];
    }
  }
  grid.x = grid.x / image->batch + (grid.x % image->batch != 0);
  if (image->persistent && !code) { /* as many programs as have room at once */
    uint64_t programs = (uint64_t)grid.x * grid.y * grid.z;
    uint64_t most = (uint64_t)b->multiprocessors / image->ctas * image->ctas;
    most = most ? most : image->ctas;
    if (programs + most > INT32_MAX)
      code = tq_fail(error, TQ_BAD_ARGUMENT, image->entry,
                     "the grid has too many programs", NULL);
    grid.x = (uint32_t)(programs < most ? programs : most);
    grid.y = grid.z = 1;
  }
  if (!code && (code = tq_enqueue(b, index, grid, stream, parameters)))
    tq_driver_fail(&b->driver, error, code, image->entry, "cannot be launched");
  while (spaces > 0)
    b->driver.release(workspaces[--spaces], stream);
  return code;
}

#endif /* TQ_BUNDLE_1 */

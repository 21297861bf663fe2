/**
 * The same store, whose methods wait for `prepare`. It runs with the first call; all calls meanwhile share it, and
 * one that fails is tried again by the next call.
 */
export function afterOnce<Store extends object>(prepare: () => Promise<void>, adapter: Store): Store {
  const prepared = once(prepare);
  const methods = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...given: unknown[]) => {
      await prepared();
      return (method as (...all: unknown[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(methods) as Store;
}

/** The same work, done once: all calls share it, and one that fails is tried again by the next call. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    (done ??= work().catch((thrown: unknown) => {
      done = undefined;
      throw thrown;
    }));
}

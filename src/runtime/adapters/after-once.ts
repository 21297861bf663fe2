/** Work that must be done once before a store is used. */
/**
 * The same store, whose methods wait for `prepare`. It runs with the first call; all calls meanwhile share it, and
 * one that fails is tried again by the next call.
 */
export function afterOnce<Store extends object>(prepare: () => Promise<void>, adapter: Store): Store {
  let ready: Promise<void> | undefined;
  const prepared = () =>
    (ready ??= prepare().catch((thrown: unknown) => {
      ready = undefined;
      throw thrown;
    }));
  const methods = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...given: unknown[]) => {
      await prepared();
      return (method as (...all: unknown[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(methods) as Store;
}

/** Calls that start at the same moment, and what became of them. */

export const runners = 8;

/** Starts all at the same moment: everybody waits until the last one is ready. */
export async function atOnce<T>(act: (runner: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let ready = 0;
  const all = Array.from({ length: runners }, async (_, runner) => {
    ready += 1;
    if (ready === runners) open();
    await gate;
    return act(runner);
  });
  return Promise.allSettled(all);
}

export const successes = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => result.status === "fulfilled" && result.value !== null).length;

export const failures = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.flatMap((result) => (result.status === "rejected" ? [reasonOf(result.reason)] : []));

/** The first line of an error, which some begin with an empty one: stores put whole statements behind it. */
export const reasonOf = (thrown: unknown): string =>
  ((thrown instanceof Error ? thrown.message : String(thrown)).trim().split("\n")[0] ?? "").slice(0, 200);

/** Waits for a call whose failure is as good as its success. */
export const settle = async (call: unknown): Promise<void> => void (await Promise.allSettled([call]));

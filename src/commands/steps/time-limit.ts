/** What a request may take: it ends with the command, or when its time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Runs with a signal of its own. `AbortSignal.any` is not used: of it and `AbortSignal.timeout` Node.js 20 may collect
 * both while a request waits, which then waits for ever.
 *
 * @throws DOMException named TimeoutError when the time is over; what `run` throws
 */
export async function within<T>(
  { signal, timeoutMs }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const stop = () => own.abort(signal.reason);
  const over = () => own.abort(new DOMException("The time is over", "TimeoutError"));
  const timer = setTimeout(over, timeoutMs);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await run(own.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

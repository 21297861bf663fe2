/** Event handlers are the user's: caught, logged, bounded in time, and without influence on the flow. */
import { EventError, toError } from "../errors/index.js";
import type { EventCallbacks } from "../types/callbacks.js";
import type { LoggerInstance } from "../types/config.js";

/**
 * What runs the events of one config.
 * @param limitMs a slower handler is left behind
 */
export function createEmitter(events: Partial<EventCallbacks>, logger: LoggerInstance, limitMs: number) {
  const run = async (
    name: keyof EventCallbacks,
    handler: (message: unknown) => unknown,
    message: unknown,
  ) => {
    try {
      const running = handler(message);
      if (isThenable(running)) await withDeadline(running, limitMs, `The ${name} event did not finish`);
    } catch (thrown) {
      logger.error(new EventError(toError(thrown), { cause: { event: name } }));
    }
  };
  return <K extends keyof EventCallbacks>(
    name: K,
    message: Parameters<EventCallbacks[K]>[0],
  ): Promise<void> | undefined => {
    const handler = events[name] as ((given: unknown) => unknown) | undefined;
    return handler && run(name, handler, message);
  };
}

/** What is recorded while nobody looks it up. */
export const unheard = (): void => undefined;

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

/** The value of a promise, or an error when it takes too long; a later rejection is caught too. */
export async function withDeadline<T>(promise: PromiseLike<T>, limitMs: number, text: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${text} within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { exitCodes, exitNow } from "./errors.js";

/** A reader that closes the pipe early, such as `head`, is no error. */
export function quietPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") exitNow(exitCodes.done);
    throw error;
  });
}

/**
 * Ctrl-C: the first one aborts the signal (children are ended, what was begun is taken back), the second ends the
 * process at once.
 */
export function watchSignals(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onInterrupt = () => {
    if (controller.signal.aborted) exitNow(exitCodes.interrupted);
    controller.abort();
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, onInterrupt);
  return {
    signal: controller.signal,
    stop() {
      for (const name of names) process.off(name, onInterrupt);
    },
  };
}

import { exitCodes, exitNow } from "./errors.js";

/**
 * Ctrl-C: the first one aborts the signal (children are ended, what was begun is taken back), the second ends the
 * process at once. A reader that closes the pipe early is no error.
 */
export function watchSignals(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onInterrupt = () => {
    if (controller.signal.aborted) exitNow(exitCodes.interrupted);
    controller.abort();
  };
  const onPipe = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") exitNow(exitCodes.done);
    throw error;
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onInterrupt);
  process.stdout.on("error", onPipe);
  return {
    signal: controller.signal,
    stop() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onInterrupt);
      process.stdout.off("error", onPipe);
    },
  };
}

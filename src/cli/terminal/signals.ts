import { constants } from "node:os";
import { setImmediate } from "node:timers/promises";
import { exitCodes, exitNow } from "./errors.js";

/** A reader that closes the pipe early, such as `head`, is no error. */
export function quietPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") exitNow(exitCodes.done);
    throw error;
  });
}

/**
 * Runs work that a signal must not cut off: it writes, or others work for it. The signal aborts what the work is given
 * (children are ended, what was begun is taken back); a second one ends the process at once.
 */
export type HoldSignals = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export interface Signals {
  readonly hold: HoldSignals;
  /** What the shell is told of a signal that came while one was held: 130 for Ctrl-C, 143 for SIGTERM. */
  exitCode(): number;
}

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Signals of a run. Outside of `hold` there is no listener, so that the system ends the process, also in the middle of
 * a file that takes long to read.
 */
export function signalsOfRun(): Signals {
  const controller = new AbortController();
  const { signal } = controller;
  let exitCode: number = exitCodes.interrupted;
  let held = 0;
  const onSignal = (name: (typeof names)[number]) => {
    if (signal.aborted) exitNow(exitCodes.interrupted);
    exitCode = 128 + constants.signals[name];
    controller.abort();
  };
  return {
    exitCode: () => exitCode,
    async hold(work) {
      held += 1;
      if (held === 1) for (const name of names) process.on(name, onSignal);
      try {
        return await work(signal);
      } finally {
        // One that came in the middle of synchronous work is told of only now.
        await setImmediate();
        held -= 1;
        if (held === 0) for (const name of names) process.off(name, onSignal);
      }
    },
  };
}

/** Lets a signal be told of that came in the middle of synchronous work. */
export const whetherAborted = async (signal: AbortSignal): Promise<boolean> => {
  await setImmediate();
  return signal.aborted;
};

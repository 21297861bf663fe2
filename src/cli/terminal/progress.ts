import { printable } from "./errors.js";
import type { StreamStyle } from "./style.js";

/** Tells how far a command is that takes long. */
export interface Progress {
  /** Goes through a list as its own `map` does. */
  map<Item, Result>(what: string, items: readonly Item[], each: (item: Item) => Result): Result[];
  /** This file is read now; said until the command waits for something, or writes. */
  readonly reads: (file: string) => void;
  /** Takes the line away: something else is written there. */
  clear(): void;
}

/** For whoever has no terminal to tell. */
export const silentProgress: Progress = {
  map: (_what, items, each) => items.map((item) => each(item)),
  reads() {},
  clear() {},
};

/** What is over before has nothing to tell. */
const quietMs = 700;
const redrawMs = 100;
const clear = "\r\u001B[K";

/** A line that is drawn anew while a command works, and gone when it is done. Only for a terminal that can redraw. */
export function terminalProgress(
  stream: { write(text: string): unknown },
  { animation, columns = 80 }: StreamStyle,
): Progress {
  if (!animation) return silentProgress;
  let next = performance.now() + quietMs;
  let isDrawn = false;
  const draw = (what: () => string): void => {
    const time = performance.now();
    if (time < next) return;
    stream.write(
      clear +
        printable(what())
          .replaceAll("\n", " ")
          .slice(0, columns - 1),
    );
    next = time + redrawMs;
    isDrawn = true;
  };
  const progress: Progress = {
    map(what, items, each) {
      try {
        return items.map((item, at) => {
          draw(() => `${what} ${at + 1}/${items.length}`);
          return each(item);
        });
      } finally {
        progress.clear();
      }
    },
    reads(file) {
      const wasDrawn = isDrawn;
      draw(() => `Reading ${file}`);
      // Questions are asked once the work of this moment is done: their line is their own.
      if (isDrawn && !wasDrawn) queueMicrotask(progress.clear);
    },
    clear() {
      if (isDrawn) stream.write(clear);
      isDrawn = false;
    },
  };
  return progress;
}

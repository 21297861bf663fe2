import type { StreamStyle } from "./style.js";

/** Goes through a list as `map` does, and may tell how far it is. */
export interface Progress {
  map<Item, Result>(what: string, items: readonly Item[], each: (item: Item) => Result): Result[];
}

/** For whoever has no terminal to tell. */
export const silentProgress: Progress = { map: (_what, items, each) => items.map((item) => each(item)) };

/** What is over before has nothing to tell. */
const quietMs = 500;
const redrawMs = 100;
const clear = "\r\u001B[K";

/** A line that is drawn anew while a command works, and gone when it is done. Only for a terminal that can redraw. */
export function terminalProgress(
  stream: { write(text: string): unknown },
  { animation, columns = 80 }: StreamStyle,
): Progress {
  if (!animation) return silentProgress;
  const began = performance.now();
  return {
    map(what, items, each) {
      let drawn: number | undefined;
      try {
        return items.map((item, at) => {
          const now = performance.now();
          if (now - (drawn ?? began) >= (drawn === undefined ? quietMs : redrawMs)) {
            const line = `${what} ${at + 1}/${items.length}`;
            stream.write(clear + line.slice(0, columns - 1));
            drawn = now;
          }
          return each(item);
        });
      } finally {
        if (drawn !== undefined) stream.write(clear);
      }
    },
  };
}

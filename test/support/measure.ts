/** What code costs, measured so that a busy machine does not change the answer. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds of CPU that this process has had: time in which others had the machine does not count. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Bytes of heap that one call leaves behind for good: the pages of the process say little, since other tests have
 * left them.
 */
export async function bytesKept(call: () => Promise<void>, times: number): Promise<number> {
  const settled = async () => {
    // Streams are let go of by finalizers, which run between two collections.
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await settled();
  for (let at = 0; at < times; at++) await call();
  return ((await settled()) - before) / times;
}

/** A second process with a store of its own on the same tables: `second-store-app <name> <place as JSON>`. */
import type { Place, StoreName } from "./open-store.js";
import { openers } from "./open-store.js";

const [name, place] = process.argv.slice(2) as [StoreName, string];
const { adapter } = openers[name](JSON.parse(place) as Place);

type Message = readonly [id: number, method: string, given: readonly unknown[]];

process.on("message", ([id, method, given]: Message) => {
  const call = (adapter as Record<string, (...given: unknown[]) => unknown>)[method];
  Promise.resolve()
    .then(() => call?.(...given))
    .then(
      (value) => process.send?.([id, true, value]),
      (thrown: unknown) =>
        process.send?.([id, false, thrown instanceof Error ? thrown.message : String(thrown)]),
    );
});
process.on("disconnect", () => process.exit(0));
process.send?.(Object.keys(adapter));

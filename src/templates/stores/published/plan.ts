import { findInstance } from "../instances.js";
import { noSchema } from "../schema-problem.js";
import type { StoreAnswers, StoreContext } from "../support.js";
import { planStore } from "../wiring.js";
import type { OwnClient, PublishedAdapter } from "./adapters.js";

/** `auth add-adapter @auth/…-adapter`: over the client that the project has, or one of its own where that needs no choice. */
export const planAdapter = (
  context: StoreContext,
  answers: StoreAnswers,
  adapter: PublishedAdapter,
): Promise<void> =>
  planStore(context, answers, async (place) => {
    const { id, over, own, client, peers, range } = adapter;
    const existing = await findInstance(context, place, client);
    if (!existing && !own)
      throw noSchema(
        `No file of this project exports a client of ${over}.`,
        `${id} needs one, such as:\n  ${adapter.example ?? ""}`,
      );
    return {
      subpath: id,
      template: "stores/published/store.ts.hbs",
      data: {
        binding: adapter.binding,
        name: adapter.name,
        isDefault: !adapter.binding.startsWith("{"),
        existing,
        own: !existing,
        usual: client.usual,
        ...ownData(own, place.typed),
        connection: existing?.local ?? client.usual,
      },
      reason: existing ? `the store, over ${existing.file}` : `the store, over ${over}`,
      dependencies: { [id]: range, ...peers },
      connects: !existing && own?.isConnectionless !== true,
      variables: existing ? [] : (own?.variables ?? []),
    };
  });

const none: OwnClient = { binding: "", module: "", make: "", type: "", variables: [] };

/** The variables of the template for a client of the store's own. */
function ownData(own: OwnClient | undefined, typed: boolean) {
  const { binding, module, make, type, isReady = false } = own ?? none;
  const isTyped = typed && type !== "";
  return {
    ownBinding: binding,
    ownModule: module,
    make,
    isReady,
    openedType: isTyped ? `: ${type} | undefined` : "",
    proxyType: isTyped ? ` as ${type}` : "",
  };
}

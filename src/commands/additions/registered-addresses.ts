/** The addresses that people register at a provider, while developing. */
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { Framework } from "../../cli/project/framework.js";
import { stores } from "../../templates/stores/index.js";
import { developmentAddress, endpointBase } from "../../cli/plan/places.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { projectStore } from "./project-store.js";

async function endpointUrl(facts: ConfiguredProject, framework: Framework, path: string): Promise<string> {
  const address = await developmentAddress(facts, framework);
  return `${address}${await endpointBase(facts, framework)}${path}`;
}

/** Where the provider sends people back to. */
export const callbackUrl = (facts: ConfiguredProject, framework: Framework, id: string): Promise<string> =>
  endpointUrl(facts, framework, `/callback/${id}`);

/** What ends sessions on both sides: the option, and the address that it takes. */
export interface SignOutAddress {
  readonly option: "federatedSignOut" | "backchannelLogout";
  readonly url: string;
}

/** Of a provider that is known to end sessions so; none of another one. */
export async function signOutAddresses(
  facts: ConfiguredProject,
  framework: Framework,
  { id, signOut = [] }: CatalogEntry,
): Promise<readonly SignOutAddress[]> {
  const ways = {
    federated: { option: "federatedSignOut", path: `/signout/return/${id}` },
    backchannel: { option: "backchannelLogout", path: `/backchannel-logout/${id}` },
  } as const;
  return Promise.all(
    signOut.map(async (way) => ({
      option: ways[way].option,
      url: await endpointUrl(facts, framework, ways[way].path),
    })),
  );
}

const storesWithRows = stores.flatMap(({ planTables: can, id }) => (can ? [id] : [])).join(", ");

/** For those who want it: what to write, what to register, and why it may not work. */
export async function noteSignOut(
  builder: PlanBuilder<ConfiguredProject>,
  framework: Framework,
  entry: CatalogEntry,
): Promise<void> {
  const { facts } = builder;
  for (const { option, url } of await signOutAddresses(facts, framework, entry)) {
    if (option === "federatedSignOut") {
      builder.next(
        `To sign out of ${entry.name} too: ${option}: true, and ${url} as post-logout redirect URI there`,
        "later",
      );
      continue;
    }
    const store = await projectStore(builder);
    const lack = store?.support.planTables ? "" : `. Without a store of ${storesWithRows} it answers 404`;
    builder.next(
      `To hear from ${entry.name} that a session is over: ${option}: true, and ${url} as back-channel logout URI there${lack}`,
      "later",
    );
  }
}

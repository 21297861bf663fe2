import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { planPackages, type Packages } from "../../cli/plan/packages.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** What a provider needs of a project beside its entry, its variables and a store. */
interface Needs {
  readonly packages: Packages;
  readonly next?: string;
}

const needsOf: Readonly<Record<string, Needs>> = {
  nodemailer: { packages: { dependencies: { nodemailer: "^10.6.0" } } },
  passkey: {
    packages: { dependencies: { "@simplewebauthn/server": "^14.0.3" } },
    next: "People sign in in another way first, and add a passkey then: on the page of the plugin account, or at ?add=passkey of the sign-in page (docs/guides/passkeys.md of the package)",
  },
};

/** Whether a provider works with nothing but an entry, variables and the same lines in every project. */
export const isWrittenWhole = ({ id, type, status, env, needs }: CatalogEntry): boolean => {
  if (type === "oauth" || type === "oidc" || id in needsOf) return true;
  return type === "email" && status === "active" && Object.keys(env).length > 0 && needs === undefined;
};

/** Path of the option that a provider has to itself; older releases wrote it for passkeys. */
export const switchOf = ({ id }: CatalogEntry): string | undefined =>
  ["passkey", "webauthn"].includes(id) ? "experimental.enableWebAuthn" : undefined;

/** Links that work once, and keys: they and their users are kept in a store. */
export const keepsRows = ({ type }: CatalogEntry): boolean => type === "email" || type === "webauthn";

/** Whether nothing that can be read keeps the users, keys and links of a provider. */
export function lacksStore({ configuration }: ConfiguredProject, entries: readonly CatalogEntry[]): boolean {
  if (configuration === undefined || !entries.some(keepsRows)) return false;
  const isKnown = configuration.options.some(({ path }) => path === "adapter");
  return !isKnown && configuration.unreadable.length === 0;
}

/** The project, and whether packages are installed. */
interface NeedsContext {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly install: boolean;
}

/** Packages of a provider, where a key for it is made, what people do with it. */
export function planNeeds(context: NeedsContext, entry: CatalogEntry): void {
  const { id, type, notes = [] } = entry;
  const { packages, next } = needsOf[id] ?? {};
  if (packages) planPackages(context, packages, context.install);
  const key = notes.find((note) => note.startsWith("Keys: "));
  if (key && type === "email") context.builder.next(`Make a key at ${key.slice("Keys: ".length)}`);
  if (type === "email")
    context.builder.next(
      "Set AUTH_URL where the app runs in production mode: no mail goes out without it",
      "later",
    );
  if (next) context.builder.next(next);
}

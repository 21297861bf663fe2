import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import { packageName } from "../../cli/formats/own-package.js";
import { addOptions, type WantedOption } from "../../cli/edit/config-option.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import { planPackages, type Packages } from "../../cli/plan/packages.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** What a provider needs of a project beside its entry, its variables and a store. */
interface Needs {
  readonly packages: Packages;
  /** A switch of the configuration: the option that holds it, and the path to it. */
  readonly option?: WantedOption & { readonly path: string };
  readonly next?: string;
}

const needsOf: Readonly<Record<string, Needs>> = {
  nodemailer: { packages: { dependencies: { nodemailer: "^10.6.0" } } },
  passkey: {
    packages: { dependencies: { "@simplewebauthn/server": "^14.0.3" } },
    option: {
      name: "experimental",
      value: "{ enableWebAuthn: true }",
      only: true,
      path: "experimental.enableWebAuthn",
    },
    next: "People sign in in another way first, and add a passkey then: docs/guides/passkeys.md of the package has the button",
  },
};

/** Whether a provider works with nothing but an entry, variables and the same lines in every project. */
export const isWrittenWhole = ({ id, type, status, env, needs }: CatalogEntry): boolean => {
  if (type === "oauth" || type === "oidc" || id in needsOf) return true;
  return type === "email" && status === "active" && Object.keys(env).length > 0 && needs === undefined;
};

/** Path of the option that a provider has to itself. */
export const switchOf = ({ id }: CatalogEntry): string | undefined => needsOf[id]?.option?.path;

/** Links that work once, and keys: they and their users are kept in a store. */
export const keepsRows = ({ type }: CatalogEntry): boolean => type === "email" || type === "webauthn";

/** Whether nothing that can be read keeps the users, keys and links of a provider. */
export function lacksStore({ configuration }: ConfiguredProject, entries: readonly CatalogEntry[]): boolean {
  if (configuration === undefined || !entries.some(keepsRows)) return false;
  const isKnown = configuration.options.some(({ path }) => path === "adapter");
  return !isKnown && configuration.unreadable.length === 0;
}

/** The project, and the file with the configuration. */
interface NeedsContext {
  readonly builder: PlanBuilder;
  readonly facts: ConfiguredProject;
  readonly file: string;
  readonly install: boolean;
}

/** Packages and options of a provider, where a key for it is made, what people do with it. */
export async function planNeeds(context: NeedsContext, entry: CatalogEntry): Promise<void> {
  const { id, type, notes = [] } = entry;
  const { packages, option, next } = needsOf[id] ?? {};
  if (option) await planOption(context, option);
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

async function planOption(
  { builder, facts, file }: NeedsContext,
  { path, ...option }: NonNullable<Needs["option"]>,
): Promise<void> {
  const already = `${path} is on`;
  if (facts.configuration?.options.some((one) => one.path === path && one.value === "true")) {
    builder.step({ kind: "edit", path: file, status: "already", reason: already });
    return;
  }
  const source = { file, text: builder.text(file) ?? "" };
  const wanted = { options: [option], imports: [] };
  builder.edit(file, await addOptions(source, packageName, wanted, stagedModules(builder, facts)), {
    reason: `turns on ${path}`,
    already,
    snippet: `// in the configuration: ${option.name}: ${option.value}`,
  });
}

/** `/.well-known/…`: what a configuration answers outside of the base path, and the line of the app that lets it. */
import { supportOf } from "../../templates/frameworks/index.js";
import { findPlugin } from "../../templates/plugins/index.js";
import type { Framework } from "../../cli/project/framework.js";
import type { AuthConfigModel } from "../../cli/source/configuration/auth-config.js";
import { callingFile } from "../../cli/plan/places.js";
import { listSources } from "../../cli/project/sources.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** What has something to say there, by plugin and provider id. */
export interface Answering {
  readonly plugins: readonly { readonly id?: string | undefined }[];
  readonly providers: readonly { readonly module?: string | undefined }[];
}

/** Providers whose keys the browser keeps. */
const passkeys: readonly (string | undefined)[] = ["passkey", "webauthn"];

/** Names below `/.well-known/` that a configuration answers, as far as it can be read. */
export const wellKnownNames = ({ plugins, providers }: Answering): readonly string[] => [
  ...plugins.flatMap(({ id }) => findPlugin(id)?.wellKnown ?? []),
  ...(providers.some(({ module }) => passkeys.includes(module)) ? ["passkey-endpoints"] : []),
];

export const namesOf = (configuration: AuthConfigModel | undefined): readonly string[] =>
  wellKnownNames(configuration ?? { plugins: [], providers: [] });

interface Planned {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly framework: Framework;
}

/** The line that answers there, where the app needs one of its own. */
export async function planWellKnown(
  context: Planned,
  authFile: string,
  names: readonly string[],
): Promise<void> {
  const {
    framework,
    builder: { facts },
  } = context;
  // Below a path of its own the app never sees the root of its host.
  const own = supportOf(framework).wellKnown;
  if (names.length === 0 || framework.prefix(facts.files) !== "" || own === undefined) return;
  if (usesAlike(context))
    return context.builder.next(
      `For ${names.map((name) => `/.well-known/${name}`).join(", ")}, where it is not there: ${own.line}`,
      "later",
    );
  await own.mount({ ...context, authFile: callingFile(facts) ?? authFile, names });
}

/** That line goes with the last plugin or provider that has something to say there. */
export async function planWellKnownGone(
  context: Planned,
  authFile: string,
  { plugins = [], providers = [] }: Partial<Pick<AuthConfigModel, "plugins" | "providers">>,
): Promise<void> {
  const { configuration } = context.builder.facts;
  const left = {
    plugins: (configuration?.plugins ?? []).filter((one) => !plugins.includes(one)),
    providers: (configuration?.providers ?? []).filter((one) => !providers.includes(one)),
  };
  if (namesOf(configuration).length === 0 || wellKnownNames(left).length > 0) return;
  const own = supportOf(context.framework).wellKnown;
  if (own === undefined) return;
  if (usesAlike(context))
    return context.builder.next(`Nothing needs this line any more, where it is there: ${own.line}`, "later");
  await own.unmount({ ...context, authFile: callingFile(context.builder.facts) ?? authFile });
}

/** Whether code says `.wellKnown` in another way than our lines do: of a provider, or beside a guard. A person looks. */
const usesAlike = ({ builder }: Planned): boolean =>
  [...listSources(builder.facts.files)].some((file) =>
    (builder.text(file) ?? "")
      .split("\n")
      .map((line) => line.trim())
      .some((line) => line.includes(".wellKnown") && !isOurs(line.endsWith(";") ? line.slice(0, -1) : line)),
  );

/** `app.use(auth.wellKnown)`, and what it is in other frameworks, alone on its line. */
function isOurs(line: string): boolean {
  const [front = "", behind = ""] = line.split(".wellKnown");
  const at = Math.max(...[" ", "("].map((one) => front.lastIndexOf(one))) + 1;
  const before = front.slice(0, at);
  if (behind === "" || behind === ".pages") return exportsOf.includes(before);
  if (before === "if (await ") return behind.startsWith("(") && behind.endsWith(")) return");
  const adds = [".use(", '.addHook("onRequest", ', ".addHook('onRequest', "].find((one) =>
    before.endsWith(one),
  );
  const app = before.slice(0, before.length - (adds?.length ?? 0));
  return adds !== undefined && behind === ")" && ![" ", "("].some((one) => app.includes(one));
}

const exportsOf: readonly string[] = ["export default ", "export const { GET } = "];

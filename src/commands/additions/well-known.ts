/** `/.well-known/…`: what a configuration answers outside of the base path, and the line of the app that lets it. */
import { supportOf } from "../../templates/frameworks/index.js";
import { findPlugin } from "../../templates/plugins/index.js";
import type { Framework } from "../../templates/frameworks/framework.js";
import type { AuthConfigModel } from "../../cli/source/configuration/auth-config.js";
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

/** The line that answers there, where the app needs one of its own. */
export async function planWellKnown(
  context: {
    readonly builder: PlanBuilder;
    readonly facts: ConfiguredProject;
    readonly framework: Framework;
  },
  authFile: string,
  names: readonly string[],
): Promise<void> {
  const { framework, facts } = context;
  // Below a path of its own the app never sees the root of its host.
  if (names.length === 0 || framework.prefix(facts.files) !== "") return;
  await supportOf(framework).wellKnown?.mount({ ...context, authFile, names });
}

/** That line goes with the last plugin or provider that has something to say there. */
export async function planWellKnownGone(
  context: {
    readonly builder: PlanBuilder;
    readonly facts: ConfiguredProject;
    readonly framework: Framework;
  },
  authFile: string,
  { plugins = [], providers = [] }: Partial<Pick<AuthConfigModel, "plugins" | "providers">>,
): Promise<void> {
  const { configuration } = context.facts;
  const left = {
    plugins: (configuration?.plugins ?? []).filter((one) => !plugins.includes(one)),
    providers: (configuration?.providers ?? []).filter((one) => !providers.includes(one)),
  };
  if (namesOf(configuration).length === 0 || wellKnownNames(left).length > 0) return;
  await supportOf(context.framework).wellKnown?.unmount({ ...context, authFile });
}

/** Options that plugins are given, and the files of the app that hold those which it decides. */
import path from "node:path";
import { findPlugin } from "../../templates/plugins/index.js";
import { rolesFile } from "./roles.js";
import type { PluginOptions, PluginSupport } from "../../templates/plugins/plugin.js";
import { render } from "../../templates/render.js";
import { moduleSpecifier } from "../../templates/stores/wiring.js";
import type { StoreContext } from "../../templates/stores/support.js";
import type { WantedPlugin } from "../../cli/edit/plugin-list.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { styleLike } from "../../cli/plan/places.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";

/** The file of a plugin's options, beside the one with the configuration. */
const optionsFile = (authFile: string, { file }: PluginOptions): string =>
  path.posix.join(path.posix.dirname(authFile), `${file}${path.posix.extname(authFile).replace("x", "")}`);

/** Plugins with the options that they are given, and the files of those which the configuration lacks. */
export async function planOptionFiles(
  context: StoreContext,
  chosen: readonly PluginSupport[],
): Promise<readonly WantedPlugin[]> {
  const present = context.builder.facts.configuration?.plugins ?? [];
  for (const { id, options } of chosen)
    if (options && !present.some((one) => one.id === id)) await planOptionFile(context, options);
  return Promise.all(
    chosen.map(async ({ options, sparing, ...plugin }) => ({
      ...plugin,
      options: options ? givenIn(context, options) : sparing && (await sparingIn(context, sparing)),
    })),
  );
}

/** Where the app has the file that `auth add-role` writes, and one of the roles in it. */
async function sparingIn(
  { builder, framework, source }: StoreContext,
  { option, roles }: NonNullable<PluginSupport["sparing"]>,
): Promise<WantedPlugin["options"]> {
  const file = rolesFile(source.file);
  const text = builder.text(file);
  if (text === undefined) return undefined;
  const { exportsName } = await import("../../cli/source/names/exported-names.js");
  const { locateTextList } = await import("../../cli/source/syntax/text-list.js");
  const located = locateTextList(text, file, "roles");
  if (located.kind === "unreadable" || !exportsName({ file, text }, roleOf, stagedModules(builder)))
    return undefined;
  const spared = roles.filter((role) => located.place.values.includes(role));
  if (spared.length === 0) return undefined;
  const names = spared.map((role) => JSON.stringify(role)).join(", ");
  return {
    begun: `${option}: (user) => ![${names}].includes(${roleOf}(user))`,
    own: [],
    calls: [roleOf],
    specifierFrom: (from) => moduleSpecifier({ facts: builder.facts, framework }, file, from),
  };
}

const roleOf = "roleOf";

function givenIn(
  { builder: { facts }, framework, source }: StoreContext,
  options: PluginOptions,
): WantedPlugin["options"] {
  const { begun, own } = options;
  const file = optionsFile(source.file, options);
  return { begun, own, specifierFrom: (from) => moduleSpecifier({ facts, framework }, file, from) };
}

/** A file that exports the options stays as it is, and so does one that is something else: it says what it lacks. */
async function planOptionFile({ builder, source }: StoreContext, options: PluginOptions): Promise<void> {
  const { own, template, says, line } = options;
  const file = optionsFile(source.file, options);
  const text = builder.text(file);
  if (text !== undefined) {
    const { exportsName } = await import("../../cli/source/names/exported-names.js");
    const lacks = own.filter((name) => !exportsName({ file, text }, name, stagedModules(builder)));
    const why = `it is there and exports no ${lacks.join(", ")}`;
    return builder.edit(
      file,
      lacks.length > 0 ? { kind: "manual", line: 1, why } : { kind: "edits", edits: [] },
      { reason: "", already: `exports ${own.join(", ")}`, snippet: line },
    );
  }
  const { locateModule } = await import("../../cli/source/syntax/syntax.js");
  const commonjs = locateModule(builder.text(source.file) ?? "", source.file).kind === "require";
  const data = { commonjs, typed: /\.[cm]?ts$/.test(file) };
  builder.create(file, render(template, data, styleLike(builder.facts, [source.file])), says);
}

/** What a person writes where the list cannot be read. */
export const pluginsByHand = (wanted: readonly WantedPlugin[], file: string): string => {
  const imports = wanted.flatMap(({ factory, subpath, options }) => [
    `import { ${factory} } from "${subpath}";`,
    ...(options
      ? [
          `import { ${[...options.own, ...(options.calls ?? [])].join(", ")} } from "${options.specifierFrom(file)}";`,
        ]
      : []),
  ]);
  const calls = wanted.map(
    ({ factory, options }) =>
      `${factory}(${options ? `{ ${[...options.own, options.begun].join(", ")} }` : ""})`,
  );
  return [...imports, `// in the configuration: plugins: [${calls.join(", ")}]`].join("\n");
};

/** Files of options are the app's, and stay. */
export function noteOptionFiles(
  builder: PlanBuilder<ConfiguredProject>,
  authFile: string,
  removed: readonly string[],
): void {
  const files = removed.flatMap((id) => {
    const options = findPlugin(id)?.options;
    const file = options && optionsFile(authFile, options);
    return file !== undefined && builder.text(file) !== undefined ? [file] : [];
  });
  for (const file of files) builder.next(`${file} stays: it is yours. Delete it when nothing imports it`);
}

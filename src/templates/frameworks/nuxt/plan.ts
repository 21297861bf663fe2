/** Nuxt in `auth init`. */
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import type { TextStyle } from "../../../cli/source/text/text-style.js";
import { render } from "../../render.js";
import { addToMember, moduleMember } from "./config-file.js";
import { moduleName, nuxtConfig, serverFolder, sourceFolder } from "./support.js";
import { routesIn } from "./protect.js";

/** The Nuxt part of `auth init`: the configuration, the module, an example of a guarded page. */
export function planNuxt(context: InitContext): void {
  const { builder, facts, template } = context;
  const style = styleOf(facts);
  const authFile = facts.authFile ?? `${serverFolder(facts.files)}auth.${facts.language}`;
  const typed = facts.language === "ts";
  const variables = { ...template, typed, commonjs: false, loadEnv: false };
  builder.create(
    authFile,
    render("frameworks/nuxt/auth.hbs", variables, style),
    "configuration, session and guard",
    { keep: (text) => text.includes(packageName) },
  );
  planModule(context, style);
  planExample(context, authFile, { variables, style });
}

const styleOf = (facts: ConfiguredProject): TextStyle =>
  styleLike(facts, [
    ...routesIn(facts.files).map(({ file }) => file),
    ...[nuxtConfig(facts.files)?.file ?? []].flat(),
  ]);

function planModule({ builder, facts }: InitContext, style: TextStyle): void {
  const words = {
    reason: "mounts the endpoints, the pages and the guards",
    already: "the module is there",
    snippet: `modules: ["${moduleName}"],`,
  };
  const config = nuxtConfig(facts.files);
  if (config === undefined) {
    const text = render("frameworks/nuxt/config.hbs", { module: moduleName }, style);
    builder.create(`nuxt.config.${facts.language}`, text, words.reason);
    return;
  }
  const text = builder.text(config.file) ?? config.text;
  builder.edit(config.file, addToMember(text, config.file, moduleMember(moduleName)), words);
}

/** A page of Vue where the app has pages; elsewhere `app.vue` answers every address, and the server comes first. */
function planExample(
  { builder, facts, places }: InitContext,
  authFile: string,
  { variables, style }: { variables: Readonly<Record<string, unknown>>; style: TextStyle },
): void {
  const folder = `${sourceFolder(facts.files)}pages/`;
  const isPaged = facts.files.list(folder).length > 0;
  const known = routesIn(facts.files).find(({ address }) => address === places.example)?.file;
  const file = isPaged
    ? `${folder}${places.example.slice(1)}.vue`
    : `${serverFolder(facts.files)}routes${places.example}.get.${facts.language}`;
  const name = isPaged ? "page.vue" : "page";
  const auth = specifierOf(authFile.slice(0, -path.posix.extname(authFile).length), file, undefined);
  // Attributes of templates keep their quotes.
  const manner = isPaged ? { ...style, quote: '"' as const } : style;
  const text = render(`frameworks/nuxt/${name}.hbs`, { ...variables, auth }, manner);
  builder.create(known ?? file, text, "an example of a guarded page", { keep: () => true });
}

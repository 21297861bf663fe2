/** What belongs to one plugin: its rows, its texts and its pages. */
import { html } from "../../http/flow-result.js";
import { languageOf } from "../../flows/language.js";
import { lookOf } from "../../flows/page-facts.js";
import { MissingAdapter } from "../../errors/index.js";
import { html as markup } from "../../pages/html.js";
import { pageHeaders } from "../../pages/headers.js";
import { page } from "../../pages/page.js";
import { textOf } from "../../pages/text.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { DefinedPlugin, PluginHost, PluginScope, StepRank } from "./plugin.js";

/** The plugins of a configuration, without what is none: that is a problem of the configuration, told elsewhere. */
export const pluginsOf = ({ plugins = [] }: AnyAuthConfig): readonly DefinedPlugin[] =>
  plugins.filter((plugin): plugin is DefinedPlugin => typeof plugin?.host === "function");

/** In the order in which steps are asked. */
export const stepRanks: readonly StepRank[] = ["refuses", "leads", "asks"];

/** What runs them, where there is one. */
export const hostOf = ({ plugins }: Pick<ResolvedConfig, "plugins">): PluginHost => plugins as PluginHost;

export function scopeOf(plugin: DefinedPlugin, resolved: ResolvedConfig): PluginScope {
  const own: PluginScope = {
    record: (event) => resolved.record(event),
    records(table) {
      if (!plugin.tables?.some(({ name }) => name === table.name))
        throw new TypeError(`${table.name} is no table of the plugin "${plugin.id}"`);
      const records = resolved.adapter?.records;
      if (records === undefined) throw new MissingAdapter(`The plugin "${plugin.id}" needs an adapter`);
      return records(table);
    },
    message({ resolved: ofRequest, request }, name, values) {
      const english = { [name]: memberOf(plugin, "messages", name) };
      return textOf(languageOf(ofRequest, request), english, plugin.id)(name, values);
    },
    page: (context, name, status) => own.show(context, memberOf(plugin, "pages", name)(context, own), status),
    show(context, { title, content, css, script }, status) {
      const look = lookOf(resolved, context.request);
      const whole =
        look.hasScript && script ? markup`${content}${script(look.nonce, look.language)}` : content;
      const body = page({ title, ...look, css, hasButton: true }, whole);
      return html(body, { status, headers: pageHeaders(look) });
    },
  };
  return own;
}

/** A member that the plugin declares itself, not one that every object has. */
function memberOf<Kind extends "messages" | "pages">(
  plugin: DefinedPlugin,
  kind: Kind,
  name: string,
): NonNullable<DefinedPlugin[Kind]>[string] {
  const all = plugin[kind] as NonNullable<DefinedPlugin[Kind]> | undefined;
  const found = all !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) throw new TypeError(`The plugin "${plugin.id}" has no ${kind} named ${name}`);
  return found as NonNullable<DefinedPlugin[Kind]>[string];
}

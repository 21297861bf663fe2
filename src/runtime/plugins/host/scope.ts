/** What belongs to one plugin: its rows, its texts and its pages. */
import { type FlowResult, html } from "../../http/flow-result.js";
import { languageOf } from "../../flows/language.js";
import { lookOf } from "../../flows/page-facts.js";
import { MissingAdapter } from "../../errors/index.js";
import { html as markup } from "../../pages/html.js";
import { pageHeaders } from "../../pages/headers.js";
import { type Look, page } from "../../pages/page.js";
import { textOf } from "../../pages/text.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { FlowContext } from "../../types/flow.js";
import type { PageModel } from "../page-kit/page-model.js";
import type { DefinedPlugin, PluginHost, PluginPage, PluginScope, StepRank } from "./plugin.js";

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
    show: showerFor(resolved),
  };
  return own;
}

function showerFor(resolved: ResolvedConfig): PluginScope["show"] {
  function show(context: FlowContext, shown: PluginPage, status?: number): FlowResult;
  function show(context: FlowContext, shown: PageModel, status?: number): Promise<FlowResult>;
  function show(
    context: FlowContext,
    shown: PluginPage | PageModel,
    status?: number,
  ): FlowResult | Promise<FlowResult>;
  function show({ request }: FlowContext, shown: PluginPage | PageModel, status?: number) {
    const look = lookOf(resolved, request);
    const answer = (body: string) => html(body, { status, headers: pageHeaders(look) });
    return "sections" in shown ? drawn(shown, look).then(answer) : answer(markedUp(shown, look));
  }
  return show;
}

async function drawn(model: PageModel, look: Look): Promise<string> {
  const { renderPage } = await import("../page-kit/render-page.js");
  return renderPage(model, look);
}

function markedUp({ title, content, css, script }: PluginPage, look: Look): string {
  const whole = look.hasScript && script ? markup`${content}${script(look.nonce, look.language)}` : content;
  return page({ title, ...look, css, hasButton: true }, whole);
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

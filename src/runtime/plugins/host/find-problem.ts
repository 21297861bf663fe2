/** Is a configuration usable with its plugins? The first thing that is wrong is the answer. */
import { AuthError, MissingAdapter, MissingAdapterMethods } from "../../errors/index.js";
import { isAuthAction } from "../../http/actions.js";
import { patternOf } from "../../http/path-pattern.js";
import { pages } from "../../pages/page-table.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { InternalProvider } from "../../types/finished-provider.js";
import type { DefinedPlugin } from "./plugin.js";
import { pluginsOf, stepRanks } from "./scope.js";
import { isFunctionName } from "../../server-functions/plugin-functions.js";
import { options as ownOptions } from "../../server-functions/requirement.js";
import { isSharedTable } from "../sessions/session-tables.js";

/** @param providers of the configuration and of the plugins, by their ids; a later one has replaced an earlier one */
export function findPluginProblem(
  config: AnyAuthConfig,
  providers: readonly InternalProvider[],
): AuthError | undefined {
  const plugins = pluginsOf(config);
  if (plugins.length < (config.plugins?.length ?? 0))
    return new AuthError("plugins: call factories of one release");
  return (
    findTwice(plugins, config, providers) ??
    plugins.map(findOddName).find((problem) => problem !== undefined) ??
    findOddAddress(plugins, config) ??
    plugins.map((plugin) => findMissingRecords(plugin, config)).find((problem) => problem !== undefined) ??
    plugins.map((plugin) => plugin.findProblem?.(providers)).find((problem) => problem !== undefined)
  );
}

/** What may be there once only. */
function findTwice(
  plugins: readonly DefinedPlugin[],
  config: AnyAuthConfig,
  providers: readonly InternalProvider[],
): AuthError | undefined {
  const id = repeated(plugins.map((plugin) => plugin.id));
  if (id !== undefined) return new AuthError(`The plugin "${id}" is there twice. Remove one of them`);
  const added = plugins.reduce((sum, plugin) => sum + (plugin.providers?.length ?? 0), 0);
  if (added > 0 && providers.length < (config.providers ?? []).length + added)
    return new AuthError("A plugin has a provider with the id of another one. Give yours another id");
  const all = named(plugins);
  const found = Object.entries(all).flatMap(([what, names]) => {
    const name = repeated(names);
    return name === undefined ? [] : [`${what} ${name}`];
  })[0];
  if (found !== undefined) return new AuthError(`Two plugins have ${found}. Remove one of them`);
  const routes = plugins.flatMap((plugin) => plugin.routes ?? []);
  const met = routes.find(({ path }, at) =>
    routes.slice(0, at).some((earlier) => earlier.path !== path && canMeet(earlier.path, path)),
  );
  if (met !== undefined)
    return new AuthError(`Two routes answer at the addresses of ${met.path}. Remove one of them`);
  const unlisted = plugins
    .flatMap(({ functions = {} }) => Object.keys(functions))
    .find((name) => !isFunctionName(name));
  return unlisted === undefined ? undefined : new AuthError(`No plugin can have auth.${unlisted}`);
}

/** Those that the core has at `/.well-known/`. */
const coreDocuments: readonly string[] = ["change-password", "passkey-endpoints", "webauthn"];

/** What plugins have under names, with what the core has there itself. */
const named = (plugins: readonly DefinedPlugin[]): Readonly<Record<string, readonly string[]>> => ({
  "the route": plugins.flatMap(({ routes = [] }) => routes.map(({ method, path }) => `${method} ${path}`)),
  "the step": plugins.flatMap(({ steps = [] }) => steps.map((step) => `"${step.id}"`)),
  "the page": plugins.flatMap(({ addresses = {} }) => Object.keys(addresses).map((page) => `"${page}"`)),
  "the function": plugins.flatMap(({ functions = {} }) =>
    Object.keys(functions).map((name) => `auth.${name}`),
  ),
  "the option of require()": [...ownOptions, ...plugins.flatMap(({ guard }) => guard?.options ?? [])],
  "the document": [...coreDocuments, ...plugins.flatMap(({ documents = {} }) => Object.keys(documents))].map(
    (name) => `/.well-known/${name}`,
  ),
});

const repeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, at) => texts.indexOf(text) !== at);

/** Names that would not be found, or that are not the plugin's. */
function findOddName(plugin: DefinedPlugin): AuthError | undefined {
  const { id, tables = [], routes = [], steps = [], addresses = {} } = plugin;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))
    return new AuthError(`The id of a plugin is in kebab-case, and ${JSON.stringify(id)} isn't`);
  const prefix = `auth_${id.replaceAll("-", "_")}`;
  const isOwn = (name: string): boolean => name === prefix || name.startsWith(`${prefix}_`);
  const table = tables.find(({ name }) => !isOwn(name) && !isSharedTable(name));
  if (table !== undefined)
    return new AuthError(`The plugin "${id}" has a table ${table.name}, which isn't named ${prefix}_…`);
  const page = Object.keys(addresses).find((name) => Object.hasOwn(pages, name));
  if (page !== undefined)
    return new AuthError(`The plugin "${id}" has the page "${page}", which is one of the core's`);
  const step = steps.find(({ rank }) => !stepRanks.includes(rank));
  if (step !== undefined) return new AuthError(`The step "${step.id}" has no rank`);
  for (const { path } of routes) {
    const pattern = patternOf(path);
    const pathname = pattern?.join("part") ?? path;
    if (!/^(?:\/[a-z0-9-]+)+$/.test(pathname) || pattern?.[0] === "/" || /:[^a-z]/.test(path))
      return new AuthError(`The plugin "${id}" has a route ${JSON.stringify(path)}, which is no path`);
    if (isAuthAction(path.split("/")[1] ?? ""))
      return new AuthError(`The plugin "${id}" has the route ${path}, which is one of the core's`);
  }
  return undefined;
}

/** Is there a path that fits both? Of a fixed path and a pattern the fixed one counts, so that they do not meet. */
function canMeet(one: string, other: string): boolean {
  if (patternOf(one) === undefined || patternOf(other) === undefined) return one === other;
  const [first, second] = [one.split("/"), other.split("/")];
  return (
    first.length === second.length &&
    first.every((part, at) => part === second[at] || `${part}${second[at]}`.includes(":"))
  );
}

const nameIn = (path: string): string | undefined => /:(\w+)/.exec(path)?.[1];

/** Pages with a name in their address: what the app has called them, or their default. */
function findOddAddress(
  plugins: readonly DefinedPlugin[],
  { pageAddresses }: AnyAuthConfig,
): AuthError | undefined {
  const given = new Map<string, unknown>(
    Object.entries(typeof pageAddresses === "object" ? (pageAddresses ?? {}) : {}),
  );
  const placed = plugins
    .flatMap(({ addresses = {} }) => Object.entries(addresses))
    .map(([name, { path, standard }]) => ({
      name,
      path,
      standard,
      address: String(given.get(name) ?? standard),
    }));
  for (const [at, { name, path, standard, address }] of placed.entries()) {
    if (nameIn(path) !== nameIn(address) || (nameIn(path) && patternOf(address) === undefined))
      return new AuthError(
        `pageAddresses.${name}: ${JSON.stringify(address)} has to hold ${nameIn(path) ? `:${nameIn(path)} once` : "no name"}, as "${standard}" does`,
      );
    const other = placed
      .slice(0, at)
      .find((each) => each.address !== address && canMeet(each.address, address));
    if (other !== undefined)
      return new AuthError(`pageAddresses.${name}: ${address} is the address of ${other.name} too`);
  }
  return undefined;
}

function findMissingRecords(
  { id, tables = [] }: DefinedPlugin,
  { adapter }: AnyAuthConfig,
): AuthError | undefined {
  if (tables.length === 0 || typeof adapter?.records === "function") return undefined;
  const hint = "Run: npx auth add-adapter <id>";
  return adapter === undefined
    ? new MissingAdapter(`The plugin "${id}" keeps rows, which needs an adapter. ${hint}`)
    : new MissingAdapterMethods(`The plugin "${id}" keeps rows, and the adapter has no records. ${hint}`);
}

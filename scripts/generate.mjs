/**
 * Writes the modules that are made from other sources, before anything is compiled or tested:
 * typesVersions and peerDependenciesMeta in package.json, src/cli/formats/own-package.ts, src/commands/manifest/framework-lists.ts, src/templates/generated.ts, src/providers/<id>.ts of records, src/providers/marks/*.ts,
 * src/providers/catalog.ts, src/providers/records.ts, src/providers/provider-types.ts.
 * Files whose content stays the same are not touched, so watchers and incremental builds stay quiet.
 */
import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { header, writeIfChanged } from "./generated-file.mjs";
import { loadProviders, loadRegistry } from "./load-sources.mjs";
import { markModule } from "./marks.mjs";
import { variablesOf } from "./provider-modules/variables.mjs";
import { writeProviderModules } from "./provider-modules/write.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export async function generate() {
  await packageJson();
  await packageModule();
  await templatesModule();
  await writeProviderModules();
  await markModules();
  await providerModules();
  await frameworkLists();
}

/** typesVersions for resolutions that read no `exports`; no package of a framework or a store has to be there. */
async function packageJson() {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const typed = Object.entries(manifest.exports).flatMap(([name, { types }]) =>
    types && name !== "." ? [[name.slice(2), [types]]] : [],
  );
  manifest.typesVersions = { "*": Object.fromEntries(typed) };
  const peers = Object.keys(manifest.peerDependencies);
  manifest.peerDependenciesMeta = Object.fromEntries(peers.map((name) => [name, { optional: true }]));
  await writeIfChanged("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

async function packageModule() {
  const { name, version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  await writeIfChanged(
    "src/cli/formats/own-package.ts",
    `${header}export const packageName = ${JSON.stringify(name)};\nexport const packageVersion = ${JSON.stringify(version)};\n`,
  );
}

async function templatesModule() {
  const folder = path.join(root, "src/templates");
  const entries = await readdir(folder, { recursive: true });
  const names = entries.map((name) => name.split(path.sep).join("/")).filter((name) => name.endsWith(".hbs"));
  names.sort();
  let text = `// @ts-nocheck\n${header}export const templates: Record<string, object> = {\n`;
  for (const name of names) {
    const source = (await readFile(path.join(folder, name), "utf8")).replaceAll("\r\n", "\n");
    text += `${JSON.stringify(name)}: ${Handlebars.precompile(source, { noEscape: true, strict: true })},\n`;
  }
  await writeIfChanged("src/templates/generated.ts", `${text}};\n`);
}

/** What the help of flags lists; the manifest itself loads no framework. */
async function frameworkLists() {
  const { frameworks } = await loadRegistry("src/templates/frameworks/index.ts");
  const listed = (names) =>
    JSON.stringify(new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names));
  const withLayout = frameworks.filter(({ layoutFile }) => layoutFile !== undefined);
  await writeIfChanged(
    "src/commands/manifest/framework-lists.ts",
    `${header}export const frameworkIds = ${listed(frameworks.map(({ id }) => id))};\n` +
      `export const layoutFrameworks = ${listed(withLayout.map(({ name }) => name))};\n`,
  );
}

/** One module for each icon that a provider asks for; providers of one company share it. */
async function markModules() {
  const folder = path.join(root, "src/providers");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts") && name !== "records.ts");
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  const icons = new Set(texts.flatMap((text) => /from "\.\/marks\/([\w-]+)\.js"/.exec(text)?.[1] ?? []));
  for (const icon of icons) await writeIfChanged(`src/providers/marks/${icon}.ts`, markModule(icon, header));
  const left = (await readdir(path.join(folder, "marks"))).filter((name) => !icons.has(name.slice(0, -3)));
  await Promise.all(left.map((name) => rm(path.join(folder, "marks", name))));
}

async function providerModules() {
  const folder = path.join(root, "src/providers");
  const made = new Set(["index.ts", "catalog.ts", "records.ts", "oauth.ts", "provider-types.ts"]);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts") && !made.has(name)).sort();
  const providers = await loadProviders(files.map((name) => name.slice(0, -3)));
  for (const [id, { record }] of Object.entries(providers)) {
    if (record && record.id !== id)
      throw new Error(`src/providers/${id}.ts holds the record of "${record.id}"`);
  }
  const modules = Object.values(providers);
  const records = modules.map((module) => module.record).filter(Boolean);
  const factories = new Map(modules.map((module) => [module.record?.id, module.default]));
  records.sort((a, b) => (a.id < b.id ? -1 : 1));
  await writeIfChanged(
    "src/providers/records.ts",
    `${header}import type { ProviderRecord } from "./kit/record.js";\n\n` +
      `export const records: Readonly<Record<string, ProviderRecord>> = {\n${records
        .filter(isOAuth)
        .map((record) => `  ${JSON.stringify(record.id)}: ${JSON.stringify(record)},\n`)
        .join("")}};\n`,
  );
  await writeIfChanged("src/providers/provider-types.ts", idTypes(records, factories));
  await writeIfChanged(
    "src/providers/catalog.ts",
    `${header}import type { CatalogEntry } from "./kit/catalog-entry.js";\n\n` +
      `export const catalog: readonly CatalogEntry[] = [\n${records
        .map((record) => `  ${JSON.stringify(catalogEntry(record, factories.get(record.id)))},\n`)
        .join("")}];\n`,
  );
}

/** Ids as types: what editors complete where a provider is named. */
function idTypes(records, factories) {
  const idsOf = (wanted) =>
    [...factories]
      .filter(([id]) => id !== undefined && wanted(records.find((record) => record.id === id)))
      .map(([id]) => `  | ${JSON.stringify(id)}\n`)
      .sort()
      .join("");
  return (
    `${header}/** Ids of the providers of OAuth and OpenID Connect. */\nexport type OAuthProviderId =\n${idsOf(isOAuth)};\n` +
    `/** Ids of the providers that send mails. */\nexport type EmailProviderId =\n${idsOf(({ type }) => type === "email")};\n`
  );
}

const isOAuth = (record) => record.type === "oauth" || record.type === "oidc";

function catalogEntry(record, factory) {
  const { id, name, type, status, params, docs, console, localhost, signOut, notes } = record;
  return {
    id,
    name,
    type,
    status,
    env: variablesOf(record, factory),
    silent: isSilent(record) || undefined,
    needs: ownOptions(record, factory),
    params,
    docs,
    console,
    // The usual rule needs no words.
    localhost: localhost?.rule === "http-localhost" ? { rule: localhost.rule } : localhost,
    signOut,
    notes: notes?.slice(0, 2),
  };
}

/** Without paths of its own a profile is read by the OpenID Connect claims, with their address. */
const isSilent = (record) =>
  isOAuth(record) && record.emailVerified === undefined && (!record.profile || "email" in record.profile);

/** Options of a mail provider that the app has to pass: no variable fills them. */
function ownOptions({ type, needs = [] }, factory) {
  if (type !== "email") return undefined;
  const filled = Object.keys(factory({}).env);
  const own = needs.filter((name) => !filled.includes(name));
  return own.length > 0 ? own : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();

/**
 * `auth migrate` from nuxt-auth-utils. Its sessions are sealed in its own way and end: people sign in once more. What signs
 * people in has to fit whole; otherwise nothing is written, and the places are listed. Loads the parser.
 */
import { packageName } from "../../../cli/formats/own-package.js";
import { filesBelow } from "../../../cli/old-auth/sources.js";
import { ownSessions } from "../../../cli/old-auth/packages.js";
import { PlanBuilder } from "../../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { codeOf, mayNameOldPackages } from "../../../cli/source/syntax/probes.js";
import { countSyntaxErrors, locateModule } from "../../../cli/source/syntax/syntax.js";
import { appendImports } from "../../../cli/edit/imports.js";
import { isComponent, isSourceFile, withoutExtension } from "../../../cli/source/text/file-names.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { readableName } from "../../../cli/old-auth/statements.js";
import { moduleName, nuxtConfig, serverFolder } from "../../../templates/frameworks/nuxt/place.js";
import { routesIn } from "../../../templates/frameworks/nitro/place.js";
import { importsFor, type PlacedTodo } from "../change.js";
import { configEdits, readNuxtConfig } from "../nuxt/config.js";
import { planPackage, type MigrateOptions } from "../package.js";
import type { Migration } from "../migration.js";
import type { Todo } from "../todo.js";
import { findHandlers, isHandler, type OAuthHandler } from "./handler.js";
import { homeText } from "./home.js";
import { migrateUses, waysInOf } from "./uses.js";

interface Source {
  readonly file: string;
  readonly text: string;
  readonly code: string;
}

export function planUserSession(facts: ProjectFacts, options: MigrateOptions): Migration {
  const builder = new PlanBuilder(facts, { force: options.force });
  const sources = sourcesOf(facts);
  const found = sources.flatMap((source) =>
    findHandlers(source.code, source.file).map((one) => ({ source, ...one })),
  );
  const handlers = found.flatMap(({ source, handler }) => (isHandler(handler) ? [{ source, handler }] : []));
  const config = nuxtConfig(facts.files);
  const refused = [
    ...configRefusals(facts),
    ...found.flatMap(({ source, handler }) => (isHandler(handler) ? [] : [placed(source, handler)])),
    ...handlers.flatMap((one, at) => secondOf(one, handlers.slice(0, at))),
    ...sources.flatMap((source) => waysInOf(source.code, source.file).map((one) => placed(source, one))),
    ...(config === undefined || found.length === 0 ? [nobody(config?.file)] : []),
  ];
  const from = [ownSessions];
  if (refused.length > 0 || config === undefined)
    return { plan: builder.finish("migrate"), todo: refused, kept: [], from };
  const home = planHome(builder, handlers);
  planConfig(builder, config);
  const files = new Set([config.file, ...handlers.map(({ source }) => source.file)]);
  const uses = sources
    .filter(({ file }) => !files.has(file))
    .flatMap((source) => rewrite(builder, source, home));
  const routes = routesIn(facts.files, serverFolder(facts.files));
  const links = handlers.flatMap(({ source, handler }) => {
    const address = routes.find(({ file }) => file === source.file)?.address ?? "";
    planRoute(builder, source, handler.to, address);
    return linksTo(facts, address, handler.id);
  });
  planPackage(builder, { stays: () => false, isPatched: false }, options);
  notes(builder, handlers);
  const left = handlers.flatMap(({ source, handler }) => handler.todos.map((one) => placed(source, one)));
  const todo = [...uses, ...left, ...links, ...leftOptions(config)];
  const broken = todo.filter(({ breaks }) => breaks).length;
  if (broken > 0) builder.leave(`${broken} of the places listed break until repaired.`);
  return { plan: builder.finish("migrate"), todo, kept: [], from };
}

/** A handler with the file that exports it. */
interface PlacedHandler {
  readonly source: Source;
  readonly handler: OAuthHandler;
}

/** Two of one provider differ in what they do, and there is one callback address. */
const secondOf = ({ source, handler }: PlacedHandler, before: readonly PlacedHandler[]): Todo[] =>
  before
    .filter((one) => one.handler.id === handler.id)
    .map((one) => ({
      path: source.file,
      line: 1,
      why: `${one.source.file} is a handler of ${handler.name} too`,
      write: "one handler for each provider",
      breaks: true,
    }));

/** @returns the file of the configuration */
function planHome(builder: PlanBuilder, handlers: readonly PlacedHandler[]): string {
  const { files, language } = builder.facts;
  const file = `${serverFolder(files)}auth.${language}`;
  const style = detectStyle(handlers[0]?.source.text ?? "");
  const all = handlers.map(({ handler }) => handler);
  builder.create(file, homeText(all, style, language === "ts"), "the providers, and what sessions hold");
  return file;
}

function notes(builder: PlanBuilder, handlers: readonly PlacedHandler[]): void {
  builder.next("Sessions of before end: people sign in once more", "before");
  for (const { handler } of handlers)
    builder.next(
      `Register the callback URL {origin}/api/auth/callback/${handler.id} at ${handler.name}, in place of the address of its handler`,
      "before",
    );
  builder.next("NUXT_SESSION_PASSWORD stays: it is the secret now");
}

function sourcesOf({ files }: ProjectFacts): readonly Source[] {
  return [...filesBelow(files, (name) => isSourceFile(name) || isComponent(name))].flatMap((file) => {
    const text = readIfText(files, file)?.text;
    if (text === undefined || !mayNameOldPackages(text)) return [];
    const code = codeOf(file, text);
    return countSyntaxErrors(code, readableName(file)) > 0 ? [] : [{ file, text, code }];
  });
}

const placed = (
  { file, text }: Pick<Source, "file" | "text">,
  { offset, breaks, ...todo }: PlacedTodo,
): Todo => ({
  path: file,
  line: lineAt(text, offset),
  ...todo,
  ...(breaks === true && { breaks }),
});

const nobody = (file = "nuxt.config.ts"): Todo => ({
  path: file,
  line: 1,
  why: "no handler of a provider is in plain sight",
  write: `npx ${packageName} init, once ${ownSessions} is out of nuxt.config and package.json`,
  breaks: true,
});

/** Why nuxt.config cannot be changed, or what of it has no counterpart. */
function configRefusals({ files }: ProjectFacts): Todo[] {
  const config = nuxtConfig(files);
  const taken = ["ts", "mts", "js", "mjs"]
    .map((one) => `${serverFolder(files)}auth.${one}`)
    .find((one) => files.exists(one));
  const occupied: Todo[] =
    taken === undefined
      ? []
      : [
          {
            path: taken,
            line: 1,
            why: "the place of the configuration is taken",
            write: "another name for this file",
            breaks: true,
          },
        ];
  if (config === undefined) return occupied;
  const places = readNuxtConfig(config.text, config.file, ownSessions);
  const at = (offset: number, why: string, write: string) =>
    placed(config, { offset, why, write, breaks: true });
  if (places?.module === undefined)
    return [
      ...occupied,
      at(
        0,
        `${ownSessions} is not written out among modules`,
        `modules: ["${ownSessions}"], written out; then auth migrate`,
      ),
    ];
  const passkeys = places.members
    .find(({ name }) => name === "auth")
    ?.value.members?.find(({ name }) => name === "webAuthn");
  return [
    ...occupied,
    ...(passkeys === undefined || passkeys.value.literal === false
      ? []
      : [
          at(
            passkeys.start,
            "passkeys sign in here",
            "take it out, run auth migrate, then npx authwright add-provider passkey; people register anew",
          ),
        ]),
  ];
}

function planConfig(
  builder: PlanBuilder,
  { file, text }: { readonly file: string; readonly text: string },
): void {
  const places = readNuxtConfig(text, file, ownSessions);
  if (places === undefined) return;
  const kept = { ...places, members: places.members.filter(({ name }) => name !== "auth") };
  const edits = configEdits(text, kept, { moduleName, basePath: undefined, quote: '"' });
  builder.edit(
    file,
    { kind: "edits", edits },
    { reason: "mounts the endpoints, the pages and the guards", already: "", snippet: "" },
  );
}

/** Options of the old module, which nothing reads any more. */
function leftOptions({ file, text }: { readonly file: string; readonly text: string }): Todo[] {
  const places = readNuxtConfig(text, file, ownSessions);
  const runtime = places?.members.find(({ name }) => name === "runtimeConfig")?.value.members ?? [];
  return [
    ...(places?.members ?? []).filter(({ name }) => name === "auth"),
    ...runtime.filter(({ name }) => name === "session" || name === "oauth"),
  ].map(({ name, start }) => ({
    path: file,
    line: lineAt(text, start),
    why: `\`${name}\` was for ${ownSessions}`,
    write:
      name === "oauth"
        ? "nothing; ids and secrets come from the environment in server/auth.ts"
        : "nothing, or session: { maxAge } in server/auth.ts",
  }));
}

/** A file that asks who is signed in. */
function rewrite(builder: PlanBuilder, { file, text, code }: Source, home: string): Todo[] {
  const specifier = specifierOf(withoutExtension(home), file, undefined);
  const { edits, todos, names } = migrateUses({ file, text, code, specifier });
  if (edits.length > 0) {
    const wanted = appendImports(text, locateModule(code, file), importsFor(names.wanted), detectStyle(text));
    builder.edit(
      file,
      { kind: "edits", edits: [...wanted, ...edits] },
      { reason: `uses ${packageName} now`, already: "", snippet: "" },
    );
  }
  return todos.map((one) => placed({ file, text }, one));
}

/** The address of a handler leads to the sign-in page, and from there where the handler led to: links go on. */
function planRoute(
  builder: PlanBuilder,
  { file, text }: Pick<Source, "file" | "text">,
  to: string,
  address: string,
): void {
  if (isBelowEndpoints(address)) return builder.remove(file, "the module answers below its address");
  const { quote, semicolons, eol } = detectStyle(text);
  const query = new URLSearchParams({ callbackUrl: to });
  const lines = [
    "/** Links of before come by here: to the sign-in page, and from there on. */",
    `export default defineEventHandler((event) => sendRedirect(event, ${quote}/api/auth/signin?${query}${quote}))${semicolons ? ";" : ""}`,
    "",
  ];
  builder.edit(
    file,
    { kind: "edits", edits: [{ start: 0, end: text.length, text: lines.join(eol) }] },
    { reason: "leads to the sign-in page", already: "", snippet: "" },
  );
}

const isBelowEndpoints = (address: string): boolean => address.startsWith("/api/auth/");

/** Where the app names the address of a handler. */
function linksTo({ files }: ProjectFacts, address: string, id: string): Todo[] {
  const isBroken = isBelowEndpoints(address);
  return [...filesBelow(files, (name) => isSourceFile(name) || isComponent(name))].flatMap((file) => {
    const text = readIfText(files, file)?.text ?? "";
    const at = ['"', "'", "`"]
      .map((quote) => text.indexOf(quote + address + quote))
      .find((one) => one !== -1);
    if (at === undefined) return [];
    const why = isBroken ? "leads nowhere" : "comes by way of the sign-in page";
    return [
      {
        path: file,
        line: lineAt(text, at),
        why: `the link to ${address} ${why}`,
        write: `@click="signIn('${id}')" with signIn of useAuth(), which starts at once`,
        ...(isBroken && { breaks: true }),
      },
    ];
  });
}

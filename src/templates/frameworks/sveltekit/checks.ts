/** What doctor finds in a SvelteKit app. */
import { checkLayouts } from "./layout-guards.js";
import { guardsOf, type PathGuard } from "../../../cli/findings/auth-expressions.js";
import { isPrivatePath } from "../../../cli/findings/private-paths.js";
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import {
  configMember,
  configuredBasePath,
  placeIn,
  type SourceText,
  type Survey,
} from "../../../cli/findings/survey.js";
import { retextOption } from "../../../cli/findings/retext.js";
import { formOrigins, trustLine, trustsForms } from "./trusted-origins.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { readIfText } from "../../../cli/project/files.js";
import { importedFile } from "../../../cli/project/sources.js";
import { readsSession, scriptOf } from "../../../cli/source/syntax/probes.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import { withoutSourceEnding } from "../../../cli/source/text/file-names.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { asksServer } from "./navigation.js";
import { hookGuards } from "./protect.js";
import {
  authSpecifier,
  hooksFile,
  kitBase,
  kitConfig,
  optionFiles,
  prerenderedBy,
  routesIn,
  type KitRoute,
} from "./place.js";

export const checkSvelteKit = (all: Survey): readonly Finding[] =>
  all.auth === undefined
    ? []
    : [
        ...checkHooks(all),
        ...checkBase(all),
        ...checkStaticEnv(all),
        ...checkForms(all),
        ...checkClient(all, all.auth),
        ...checkRoutes(all),
        ...checkLayouts(all),
      ];

/** `auth.handle` is what answers the endpoints, and what gives `locals.auth`. */
function checkHooks(all: Survey): Finding[] {
  const { files, language } = all.facts;
  const file = hooksFile(files);
  if (file === undefined) {
    const made = `src/hooks.server.${language}`;
    const message = `There is no ${made}, so nothing answers at the endpoints.`;
    return [
      finding("AUTH_D_NOT_MOUNTED", {
        path: made,
        message,
        fix: mountLine,
      }),
    ];
  }
  const source = all.sources.find(({ path }) => path === file);
  if (source !== undefined && mounts(all, source)) return [];
  return [
    finding("AUTH_D_NOT_MOUNTED", {
      path: file,
      line: 1,
      message: `${file} does not export auth.handle.`,
      fix: mountLine,
    }),
  ];
}

/** Its `handle` is that of `auth`, made of it, or passed on from the module of the configuration. */
function mounts({ facts, auth }: Survey, { path, exports, passedOn, imports, code }: SourceText): boolean {
  const isOwn = (specifier: string) =>
    importedFile(facts.files, facts.tsconfig, path, specifier) === auth?.path ||
    withoutSourceEnding(specifier) === authSpecifier(facts, auth?.path ?? "", path);
  const isPassedOn = passedOn.some(
    ({ specifier, names }) =>
      names.includes("handle") ||
      (names.includes("*") && isOwn(specifier) && auth?.exports.includes("handle") === true),
  );
  const isTaken = imports.some(({ names }) => "handle" in names);
  return isPassedOn || (exports.includes("handle") && (isTaken || code.includes(".handle")));
}

const mountLine = "export const handle = auth.handle; or sequence(auth.handle, …) with handles of your own";

/** Kit takes `paths.base` off no address. */
function checkBase(all: Survey): Finding[] {
  const prefix = kitBase(all.facts.files);
  const configured = configuredBasePath(all);
  if (prefix === "" || (configured ?? "").startsWith(`${prefix}/`)) return [];
  const member = configMember(all, "basePath");
  const address = prefix + (configured ?? "/auth");
  const message = `paths.base puts ${prefix} in front of every address, and the endpoints are at ${configured ?? "/auth"}.`;
  const repair: Repair | undefined =
    member === undefined
      ? { kind: "option", name: "basePath", value: `"${address}"` }
      : retextOption(all, member, address);
  const at = member?.at ?? { path: all.auth?.path ?? "package.json" };
  return [finding("AUTH_D_BASE_PATH", { ...at, message, fix: `basePath: "${address}"`, repair })];
}

/** What `$env/static` gives stands in the build. */
const checkStaticEnv = (all: Survey): Finding[] =>
  all.sources.flatMap((source) =>
    source.imports
      .filter(({ specifier }) => specifier === "$env/static/private")
      .filter(({ names }) => Object.keys(names).some((name) => /^AUTH_\w*SECRET/.test(name)))
      .map(({ start }) => finding("AUTH_D_KIT_STATIC_ENV", placeIn(source, start))),
  );

/** Kit answers a form of another site 403 before any code of the app runs. */
function checkForms(all: Survey): Finding[] {
  const config = kitConfig(all.facts.files);
  return all.providers.flatMap(({ id, at }) => {
    const origin = formOrigins[id];
    const isTrusted = origin === undefined || config === undefined || trustsForms(config.text, origin);
    if (isTrusted) return [];
    const message = `${id} sends its answer as a form, and ${config.file} does not trust ${origin}.`;
    const fix = `${trustLine(origin)} in ${config.file}`;
    return [finding("AUTH_D_KIT_FORM_POST", { ...at, message, fix })];
  });
}

/** What runs in a browser: components, and the files of a route that are not for the server alone. */
const isForBrowser = (file: string): boolean =>
  /\.svelte(?:\.[jt]s)?$|\/\+(?:page|layout)\.[jt]s$|(?:^|\/)hooks\.client\.[jt]s$/.test(file);

/** The configuration in code of a browser. Kit refuses `$lib/server` and files with `.server.` there itself. */
function checkClient({ facts }: Survey, auth: SourceText): Finding[] {
  const { files } = facts;
  return filesBelow(files, "src/")
    .filter(isForBrowser)
    .flatMap((file) => {
      const text = readIfText(files, file)?.text ?? "";
      const code = file.endsWith(".svelte") ? scriptOf(text) : text;
      const own = authSpecifier(facts, auth.path, file);
      return readSource(code, `${file}.ts`).imports.flatMap(({ specifier, typeOnly, start }) => {
        const isServer = specifier === `${packageName}/sveltekit` || withoutSourceEnding(specifier) === own;
        if (typeOnly || !isServer) return [];
        const message = `${file} runs in the browser, and imports ${specifier}.`;
        const fix = "Pass on what the page needs from load() in its +page.server file";
        return [finding("AUTH_D_CLIENT_IMPORT", { path: file, line: lineAt(text, start), message, fix })];
      });
    });
}

const filesBelow = (files: Survey["facts"]["files"], folder: string): readonly string[] =>
  files
    .list(folder)
    .flatMap((name) => (name.endsWith("/") ? filesBelow(files, folder + name) : [folder + name]));

/** Guards that no request meets, and what looks private without one. */
function checkRoutes(all: Survey): Finding[] {
  const guards = hookGuards(all);
  return routesIn(all.facts.files).flatMap((route) => {
    const path = plainPath(route.address) ?? route.address;
    const isGuarded = guards.some(({ pattern }) => holdsAt(pattern, path, false)) || asks(all, route);
    const by = isGuarded ? prerenderedBy(all.facts.files, route) : undefined;
    if (by !== undefined) {
      const message = `${route.address} is guarded, and ${by} makes a file of it when the app is built.`;
      return [finding("AUTH_D_KIT_PRERENDERED", { path: by, message })];
    }
    const unasked = guards.flatMap((guard) => linkUnasked(all, route, path, guard)).slice(0, 1);
    if (unasked.length > 0) return unasked;
    if (isGuarded || !isPrivatePath(route.address)) return [];
    const message = `${route.address} looks private and never reads the session.`;
    const fix = "await locals.auth.require() in its load function, or auth protect";
    const code = route.page === undefined ? "AUTH_D_UNGUARDED_ROUTE" : "AUTH_D_UNGUARDED_PAGE";
    return [finding(code, { path: route.page ?? route.endpoint ?? route.folder, line: 1, message, fix })];
  });
}

/** A page that the hooks guard, and a link inside the app opens unasked. */
function linkUnasked(
  { facts: { files, language } }: Survey,
  route: KitRoute,
  path: string,
  guard: PathGuard,
): Finding[] {
  const { page, folder, address } = route;
  const isBelow = guard.pattern !== "" && holdsAt(guard.pattern, path, false);
  if (page === undefined || !isBelow || guard.access.kind !== "guarded") return [];
  const asks = asksServer(files, (file) => readIfText(files, file)?.text, route);
  if (asks === "always") return [];
  const first = asks === "never" ? "" : ", but for the first one from outside of its layout";
  const message = `${address} is guarded by the hooks alone: a link in the app opens it without asking the server${first}.`;
  const { roles } = guard.access;
  const pattern = isPlain(guard.pattern) ? guard.pattern : `"${guard.pattern}"`;
  const role = roles?.length === 1 ? ` --role ${roles[0]}` : asMember(guard);
  const line =
    "export const load = async ({ locals, url }) => { void url.pathname; await locals.auth.require(…); };";
  const fix =
    (roles?.length ?? 0) > 1
      ? `${line} in ${folder}+page.server.${language}`
      : `npx auth protect ${pattern}${role}`;
  return [finding("AUTH_D_KIT_LINK_UNASKED", { path: page, line: 1, message, fix })];
}

const isPlain = (pattern: string): boolean => !pattern.includes("*") && !pattern.includes(":");

/** The flags that write a guard for members. */
function asMember({ pattern, access }: PathGuard): string {
  const asked = access.kind === "guarded" ? access.organization : undefined;
  if (asked === undefined || !("at" in asked.part)) return "";
  const name = pattern.split("/")[asked.part.at + 1]?.slice(1);
  const role = asked.roles === undefined ? "" : ` --role ${asked.roles.join(",")}`;
  return ` --organization ${name}${role}${asked.can.length > 0 ? ` --can ${asked.can.join(",")}` : ""}`;
}

/** Whether a file of the route, or a layout around it, reads the session on the server. */
const asks = (all: Survey, route: KitRoute): boolean =>
  optionFiles(all.facts.files, route)
    .filter((file) => /server\.[jt]s$/.test(file))
    .some(
      (file) => readsSession(readIfText(all.facts.files, file)?.text ?? "") || guardsOf(all, file).length > 0,
    );

/**
 * What doctor finds in an App Router: route files, proxy files and the client border. guard-checks.ts looks at guards:
 * together they are too long.
 */
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import {
  configMember,
  configuredBasePath,
  envOf,
  placeIn,
  type SourceText,
  type Survey,
} from "../../../cli/findings/survey.js";
import { checkHandlerForm, checkPageAddresses } from "../next/checks.js";
import { checkGuards, checkMatcher } from "./guard-checks.js";
import { checkLayouts } from "./layout-guards.js";
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { nextBasePath } from "../next/project-files.js";
import { fileAt } from "../next/routes.js";
import { styleLike } from "../../../cli/plan/places.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { basePathOf } from "../../../cli/source/configuration/literals.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { render } from "../../render.js";
import { retextOption } from "../../../cli/findings/retext.js";

export function checkNextApp(all: Survey): readonly Finding[] {
  const { appDir } = all.facts;
  if (!all.auth || !appDir) return [];
  return [
    ...checkRoutes(all, appDir),
    ...checkHandlerForm(all),
    ...checkGuards(all, appDir),
    ...checkLayouts(all, appDir),
    ...checkPageAddresses(all),
  ];
}

const defaultBase = "/api/auth";

/** Route files, proxy files and the client border of a Next.js app. */
const checkRoutes = (all: Survey, appDir: string): Finding[] => [
  ...routes(all, appDir),
  ...proxyFiles(all, appDir),
  ...clientBorder(all),
];

/** `_route.ts`, and what is below a folder such as `_old`, has no address. */
const isRoute = (file: string, appDir: string): boolean =>
  file.startsWith(`${appDir}/`) &&
  /^route\.[jt]sx?$/.test(path.posix.basename(file)) &&
  !file.split("/").some((part) => part.startsWith("_"));

/** Files that hand out the handlers of a sign-in library. */
function authRoutes(all: Survey, appDir: string): SourceText[] {
  return all.sources.filter(
    (source) =>
      isRoute(source.path, appDir) &&
      (/\/\[+(?:\.\.\.)?\w*auth\w*\]+\/route\./i.test(source.path) ||
        (/\bhandlers\b/.test(source.code) &&
          source.imports.some(({ specifier }) => isAuthModule(all, source, specifier)))),
  );
}

/** `app/(site)/api/auth/[...auth]/route.ts` → `/api/auth`: groups in parentheses are no part of the address. */
const addressOf = (file: string, appDir: string): string =>
  path.posix
    .dirname(path.posix.dirname(file))
    .slice(appDir.length)
    .replace(/\/\([^)]*\)/g, "");

function routes(all: Survey, appDir: string): Finding[] {
  const found: Finding[] = [];
  const files = authRoutes(all, appDir);
  const [first, second] = files;
  const oldApi = ["pages/api/auth", "src/pages/api/auth"]
    .flatMap((folder) => all.facts.files.list(folder).map((name) => `${folder}/${name}`))
    .find((file) => /\[\.\.\.\w+\]\.[jt]sx?$/.test(file));
  if (!first) {
    if (oldApi) return [];
    const file = `${appDir}/api/auth/[...auth]/route.${all.facts.language === "ts" ? "ts" : "js"}`;
    const message = `There is no ${file}.`;
    return [finding("AUTH_D_NEXT_ROUTE_MISSING", { path: file, message, repair: routeFile(all, file) })];
  }
  if (oldApi) {
    const message = `${oldApi} and ${first.path} answer the same address.`;
    found.push(finding("AUTH_D_NEXT_ROUTE_PAGES", { path: oldApi, message, fix: `git rm ${oldApi}` }));
  }
  if (second && addressOf(first.path, appDir) === addressOf(second.path, appDir)) {
    const foreign =
      files.find(({ code }) => !/\bhandlers\b/.test(code)) ??
      files.find((one) => /nextauth/i.test(one.path)) ??
      second;
    const message = `${files.map((one) => one.path).join(" and ")} answer the same address.`;
    return [
      ...found,
      finding("AUTH_D_NEXT_ROUTE_TWICE", { path: foreign.path, message, fix: `git rm ${foreign.path}` }),
    ];
  }
  return [...found, ...oneRoute(all, first, appDir)];
}

/** The route as `auth init` writes it. */
function routeFile({ auth, facts, configuration }: Survey, file: string): Repair | undefined {
  const isElsewhere =
    (basePathOf(configuration) ?? defaultBase) !== defaultBase || nextBasePath(facts.files) !== "";
  const isTaken = fileAt(facts, `${defaultBase}/[...auth]`) !== undefined;
  if (auth === undefined || !auth.exports.includes("handlers") || isElsewhere || isTaken) return undefined;
  const specifier = specifierOf(auth.path.replace(/\.\w+$/, ""), file, facts.tsconfig);
  const style = styleLike(facts, [auth.path]);
  const text = render("frameworks/next-app/route.ts.hbs", { auth: specifier }, style);
  return { kind: "create", file, text, reason: `answers at ${defaultBase}` };
}

function oneRoute(all: Survey, route: SourceText, appDir: string): Finding[] {
  const found = routeExports(route);
  const folder = path.posix.basename(path.posix.dirname(route.path));
  if (!/^\[+\.\.\.\w+\]+$/.test(folder)) {
    const message = `${folder} takes one segment; the endpoints have up to two.`;
    return [...found, finding("AUTH_D_NEXT_ROUTE_CATCH_ALL", { path: route.path, message })];
  }
  return [...found, ...routeAddress(all, route, appDir)];
}

function routeExports(route: SourceText): Finding[] {
  const missing = ["GET", "POST"].filter(
    (name) => !route.exports.includes(name) && !route.exports.includes("*"),
  );
  if (missing.length === 0) return [];
  const match = /export\s+const\s+\{\s*(?:GET|POST)\s*,?\s*\}\s*=\s*handlers/.exec(route.code);
  const message = `${route.path} does not export ${missing.join(" and ")}.`;
  if (!match) return [finding("AUTH_D_NEXT_ROUTE_EXPORTS", { path: route.path, line: 1, message })];
  const end = match.index + match[0].length;
  const edits = [{ start: match.index, end, text: "export const { GET, POST } = handlers" }];
  const repair = { kind: "splice", file: route.path, edits } as const;
  return [finding("AUTH_D_NEXT_ROUTE_EXPORTS", { ...placeIn(route, match.index), message, repair })];
}

/** Where the route answers, against what the configuration, the environment and next.config say. */
function routeAddress(all: Survey, route: SourceText, appDir: string): Finding[] {
  const below = nextBasePath(all.facts.files);
  const address = below + addressOf(route.path, appDir) || "/";
  const basePath = configMember(all, "basePath");
  const configured = configuredBasePath(all);
  if (configured !== undefined) {
    if (!basePath || configured === address) return [];
    const message = `basePath is ${configured}, the route file answers at ${address}.`;
    const repair = retextOption(all, basePath, address);
    return [finding("AUTH_D_BASE_PATH", { ...basePath.at, message, fix: `basePath: "${address}"`, repair })];
  }
  const url = envOf(all, "AUTH_URL") ?? "";
  const fromUrl = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "";
  const linked = fromUrl || defaultBase;
  if (below !== "" && fromUrl !== address) {
    const message = `next.config puts ${below} in front, so the endpoints are at ${address}, and links lead to ${linked}.`;
    const at = { path: all.auth?.path ?? route.path };
    const repair = basePath
      ? undefined
      : ({ kind: "option", name: "basePath", value: `"${address}"` } as const);
    return [finding("AUTH_D_BASE_PATH", { ...at, message, fix: `basePath: "${address}"`, repair })];
  }
  if (basePath || address === linked || address === defaultBase) return [];
  const message = `${route.path} answers at ${address}, links lead to ${linked}.`;
  const fix = `Move it to ${appDir}/api/auth/[...auth], or set basePath: "${address}"`;
  return [finding("AUTH_D_NEXT_ROUTE_FOLDER", { path: route.path, message, fix })];
}

const proxyName = /^(?:src\/|app\/|src\/app\/)?(proxy|middleware)\.(?:[cm]?[jt]s)$/;

const kindOf = (file: string): string => proxyName.exec(file)?.[1] ?? "";

function proxyFiles(all: Survey, appDir: string): Finding[] {
  const base = appDir === "src/app" ? "src/" : "";
  const files = ["", "src/", "app/", "src/app/"].flatMap((folder) =>
    all.facts.files.list(folder === "" ? "" : folder.slice(0, -1)).map((name) => folder + name),
  );
  const present = files.filter((file) => proxyName.test(file));
  const right = present.filter((file) => file.slice(0, file.lastIndexOf("/") + 1) === base);
  const [wrong] = present.filter((file) => !right.includes(file));
  const major = majorVersion(all.facts, "next") ?? 16;
  const unread = wrong === undefined ? [] : wrongFolder(all, wrong, base);
  if (new Set(right.map(kindOf)).size > 1) {
    const old = right.find((file) => kindOf(file) === (major >= 16 ? "middleware" : "proxy")) ?? "";
    const message = `${right.join(" and ")} stand side by side.`;
    return [...unread, finding("AUTH_D_NEXT_PROXY_TWICE", { path: old, message, fix: `git rm ${old}` })];
  }
  const [file] = right;
  return file === undefined ? unread : [...unread, ...proxyFile(all, file, major)];
}

function wrongFolder({ sources }: Survey, file: string, base: string): Finding[] {
  if (!/\bauth\b/.test(sources.find((one) => one.path === file)?.code ?? "")) return [];
  const target = `${base}${path.posix.basename(file)}`;
  const message = `${file} is not read; ${target} would be.`;
  return [finding("AUTH_D_NEXT_PROXY_FOLDER", { path: file, message, fix: `git mv ${file} ${target}` })];
}

/** The name that the version of Next.js reads, and what the file exports. */
function proxyFile(all: Survey, file: string, major: number): Finding[] {
  const name = kindOf(file);
  if (major < 16 && name === "proxy") {
    const fix = `git mv ${file} ${file.replace("proxy.", "middleware.")}, and export the function as middleware`;
    const message = `Next.js ${major} does not read ${file}.`;
    return [finding("AUTH_D_NEXT_PROXY_TOO_NEW", { path: file, message, fix })];
  }
  const found: Finding[] = [];
  if (major >= 16 && name === "middleware") {
    const fix = `git mv ${file} ${file.replace("middleware.", "proxy.")}, and export the function as proxy`;
    found.push(finding("AUTH_D_NEXT_MIDDLEWARE_NAME", { path: file, fix }));
  }
  const source = all.sources.find((one) => one.path === file);
  return source ? [...found, ...proxyExport(source, name), ...checkMatcher(all, source)] : found;
}

function proxyExport(source: SourceText, name: string): Finding[] {
  const { path: file, exports } = source;
  if (exports.some((one) => one === "default" || one === name || one === "*")) return [];
  const others = exports.filter((one) => one !== "config").join(", ") || "nothing";
  const message = `${file} exports ${others}, Next.js looks for ${name} or default.`;
  const fix = `export { auth as ${name} }`;
  const repair = ["proxy", "middleware"].includes(others) ? renamedExport(source, others, name) : undefined;
  return [finding("AUTH_D_NEXT_PROXY_EXPORT", { path: file, message, fix, repair })];
}

/** Another name for what is exported, where the name stands there only. */
function renamedExport(
  { path: file, text, names }: SourceText,
  from: string,
  to: string,
): Repair | undefined {
  if (names.get(from) !== 1) return undefined;
  const edits: TextEdit[] = [];
  visit(parse(text, file), (node) => {
    if (ts.isIdentifier(node) && node.text === from)
      edits.push({ start: node.getStart(), end: node.getEnd(), text: to });
  });
  return { kind: "splice", file, edits };
}

/** Client components may not import the configuration or the server subpath. */
function clientBorder(all: Survey): Finding[] {
  return all.sources
    .filter(({ directives }) => directives.includes("use client"))
    .flatMap((source) =>
      source.imports
        .filter(({ specifier, typeOnly }) => {
          const isSubpath = [`${packageName}/next`, `${packageName}/express`, `${packageName}/jwt`].includes(
            specifier,
          );
          return !typeOnly && (isSubpath || isAuthModule(all, source, specifier));
        })
        .map(({ specifier, start }) => {
          const message = `A client component imports ${specifier}.`;
          return finding("AUTH_D_CLIENT_IMPORT", { ...placeIn(source, start), message });
        }),
    );
}

/** Whether an import leads to the file with the configuration: relative, or through an alias. */
function isAuthModule({ auth, facts }: Survey, from: SourceText, specifier: string): boolean {
  const wanted = (auth?.path ?? "").replace(/\.\w+$/, "");
  const stem = specifier.replace(/\.[cm]?[jt]sx?$/, "");
  if (stem.startsWith(".")) return path.posix.join(path.posix.dirname(from.path), stem) === wanted;
  return (facts.tsconfig?.aliases ?? []).some(({ pattern, target }) => {
    const prefix = pattern.replace(/\*$/, "");
    const folder = target.replace(/\*$/, "");
    return stem.startsWith(prefix) && path.posix.join(folder, stem.slice(prefix.length)) === wanted;
  });
}

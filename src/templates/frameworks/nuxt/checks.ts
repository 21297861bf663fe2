/** What doctor finds in a Nuxt app. */
import { isPrivatePath } from "../../../cli/findings/private-paths.js";
import { deploymentOf } from "../../../cli/findings/deployment.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { retextOption } from "../../../cli/findings/retext.js";
import { configMember, configuredBasePath, type Survey } from "../../../cli/findings/survey.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { memberAt } from "../../../cli/source/syntax/probes.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { placedPages } from "../../../cli/source/configuration/page-addresses.js";
import { csrfModule, rulesFor } from "./csrf.js";
import { exportedObject, memberObject, membersOf, pathOfRule, routeRulesIn } from "../nitro/rules.js";
import { moduleName, mountedBasePath, nuxtConfig, routesIn } from "./place.js";
import { accessAt, ruleGuards } from "./protect.js";

/** A Nuxt app: its configuration, its rules, its pages. */
export const checkNuxt = (all: Survey): readonly Finding[] =>
  all.auth
    ? [...checkModule(all), ...checkCsrf(all), ...checkConfig(all), ...checkProxies(all), ...checkRoutes(all)]
    : [];

function checkModule(all: Survey): Finding[] {
  const { files } = all.facts;
  const address = mountedBasePath(files);
  const config = nuxtConfig(files);
  if (address === undefined) {
    const path = config?.file ?? "nuxt.config.ts";
    const fix = `modules: ["${moduleName}"]`;
    return [finding("AUTH_D_NOT_MOUNTED", { path, message: `${path} never mounts the endpoints.`, fix })];
  }
  const configured = configuredBasePath(all);
  const member = configMember(all, "basePath");
  if (configured === undefined || member === undefined || configured === address) return [];
  const message = `basePath is ${configured}, the module answers at ${address}.`;
  const repair = retextOption(all, member, address);
  return [finding("AUTH_D_BASE_PATH", { ...member.at, message, fix: `basePath: "${address}"`, repair })];
}

/** A module that refuses the forms of sign-in. */
function checkCsrf({ facts, configuration }: Survey): Finding[] {
  const base = mountedBasePath(facts.files) ?? "/api/auth";
  const guard = csrfModule(facts.files, base);
  if (guard === undefined) return [];
  const message = `${guard.name} refuses the forms of sign-in: they carry no token of it.`;
  const pages = placedPages(configuration).map(({ address }) => address);
  return [finding("AUTH_D_CSRF_GUARD", { path: guard.file, message, fix: rulesFor(base, pages) })];
}

/** What makes Nitro keep an answer for whoever asks next. */
const keptFor = ["swr", "isr", "cache"] as const;

/** Secrets that reach the browser, and guards that no server keeps. */
function checkConfig(all: Survey): Finding[] {
  const config = nuxtConfig(all.facts.files);
  if (config === undefined) return [];
  const { file, text } = config;
  return [...publicSecrets(file, text), ...unkeptGuards(all, file, text), ...keptPages(all, file, text)];
}

const isSecretName = (name: string): boolean => /secret|password|private_?key/i.test(name);

function publicSecrets(file: string, text: string): Finding[] {
  const object = exportedObject(parse(text, file));
  const runtime = object && memberObject(object, "runtimeConfig");
  const shown = runtime && memberObject(runtime, "public");
  const found: Finding[] = [];
  if (shown !== undefined)
    visit(shown, (node) => {
      if (!ts.isPropertyAssignment(node)) return;
      const name = node.name.getText();
      const value = node.initializer;
      const isSecret =
        isSecretName(name) || (ts.isPropertyAccessExpression(value) && isSecretName(value.name.text));
      if (!isSecret || ts.isObjectLiteralExpression(value)) return;
      const message = `runtimeConfig.public holds ${name}, and Nuxt sends it to every visitor. Beside public it stays on the server.`;
      const line = lineAt(text, node.getStart());
      found.push(finding("AUTH_D_SECRET_PUBLIC", { path: file, line, message }));
    });
  return found;
}

function unkeptGuards(all: Survey, file: string, text: string): Finding[] {
  const guards = ruleGuards(all.facts);
  const isGuarded = (path: string) =>
    guards.some((one) => path === one.path || path.startsWith(`${one.path}/`)) ||
    routesIn(all.facts.files).some(
      (one) => one.isPage && one.address === path && accessAt(all, one, path, guards)?.kind === "guarded",
    );
  const filed = text.includes("prerender")
    ? routeRulesIn(text, file).filter(({ members }) => isTrue(members["prerender"]))
    : [];
  const found = filed
    .filter(({ pattern }) => isGuarded(pathOfRule(pattern)))
    .map(({ pattern, line }) => {
      const message = `${pattern} is guarded, and written to a file while the app is built.`;
      return finding("AUTH_D_NUXT_PRERENDER", { path: file, line, message });
    });
  const object = exportedObject(parse(text, file));
  const ssr = object && membersOf(object)["ssr"];
  const spa = ssr?.kind === ts.SyntaxKind.FalseKeyword ? ssr : undefined;
  const asks = spa && firstAsking(all);
  if (!spa || !asks) return found;
  const message = `ssr: false leaves ${asks} to the browser: its guard is a comfort there.`;
  return [...found, finding("AUTH_D_NUXT_SPA", { path: file, line: lineAt(text, spa.getStart()), message })];
}

/** Pages that ask for a user themselves, where Nitro keeps what it answers the first one. */
function keptPages(all: Survey, file: string, text: string): Finding[] {
  if (!keptFor.some((one) => text.includes(one))) return [];
  const pages = routesIn(all.facts.files).filter(
    (one) => one.isPage && accessAt(all, one, one.address, [])?.kind === "guarded",
  );
  return routeRulesIn(text, file).flatMap(({ pattern, line, members }) => {
    const kept = keptFor.find((one) => members[one] && members[one].kind !== ts.SyntaxKind.FalseKeyword);
    const page = pages.find(({ address }) => holdsAt(pattern, address, true));
    if (kept === undefined || page === undefined) return [];
    const message = `${pattern} is kept for everybody (${kept}), and ${page.file} asks for a user itself.`;
    return [finding("AUTH_D_NUXT_KEPT", { path: file, line, message })];
  });
}

const isTrue = (value: ts.Expression | undefined): boolean => value?.kind === ts.SyntaxKind.TrueKeyword;

/** A page that says itself that it is guarded. */
const firstAsking = (all: Survey): string | undefined =>
  routesIn(all.facts.files).find(
    (one) => one.isPage && accessAt(all, one, one.address, [])?.kind === "guarded",
  )?.file;

/** The module reads the variable; without it every visitor has the proxy's address, for the throttle too. */
function checkProxies(all: Survey): Finding[] {
  const deployment = deploymentOf(all);
  if (deployment === undefined || !deployment.isHostTrusted || deployment.isHostRefused) return [];
  const saysIt = memberAt(all.auth?.text ?? "", ["trustProxy"]) !== undefined;
  if (saysIt || deployment.says("TRUST_PROXY")) return [];
  const { path, why } = deployment;
  const message = `${why}, and TRUST_PROXY is not set for it.`;
  return [finding("AUTH_D_TRUST_PROXY", { path, message })];
}

/** What looks private and asks nobody who they are. */
function checkRoutes(all: Survey): Finding[] {
  const rules = ruleGuards(all.facts);
  return routesIn(all.facts.files).flatMap((route) => {
    const { address, file, isPage } = route;
    const isPrivate = isPrivatePath(address.startsWith("/api/") ? address.slice("/api".length) : address);
    if (!isPrivate || accessAt(all, route, plainPath(address) ?? address, rules) !== undefined) return [];
    const message = `${address} looks private and never reads the session.`;
    const code = isPage ? "AUTH_D_UNGUARDED_PAGE" : "AUTH_D_UNGUARDED_ROUTE";
    return [finding(code, { path: file, line: 1, message })];
  });
}

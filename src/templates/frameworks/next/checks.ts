/** What doctor finds in the proxy of both routers: who decides there, and which addresses it leaves out. */
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import { placeIn, type SourceText, type Survey } from "../../../cli/findings/survey.js";
import { placedPages } from "../../../cli/source/configuration/page-addresses.js";
import { addPatterns, matches } from "./matcher.js";
import { nextBasePath, nextConfig } from "./project-files.js";

/** Of a Pages Router. */
export const checkNext = (all: Survey): readonly Finding[] =>
  all.auth ? [...checkHandlerForm(all), ...checkPageAddresses(all)] : [];

const proxyFile = /^(?:src\/)?(?:proxy|middleware)\.[cm]?[jt]s$/;

export const proxyOf = ({ sources }: Survey): SourceText | undefined =>
  sources.find(({ path }) => proxyFile.test(path));

/** `auth((request) => …)` in the proxy: the function decides then, and `authorized` isn't asked. */
function handlerForm(all: Survey): { proxy: SourceText; start: number; code: string } | undefined {
  const proxy = proxyOf(all);
  const names = proxy ? authNames(proxy) : [];
  for (const { callee, args, start } of proxy?.calls ?? []) {
    const name = /(?:^|\.)(\w+)$/.exec(callee)?.[1] ?? "";
    const [handler = ""] = args;
    if (!proxy || !names.includes(name)) continue;
    const own = all.sources.flatMap(({ functions }) => functions).find((one) => one.name === handler);
    const isFunction = /^(?:async\b|function\b|\(|\w+\s*=>)/.test(handler);
    if (isFunction || own) return { proxy, start, code: own?.code ?? handler };
  }
  return undefined;
}

/** Names that `auth` has in a file, such as by `import { auth as guard }` or `const { auth: guard } = …`. */
const authNames = ({ code }: SourceText): string[] => [
  "auth",
  ...[...code.matchAll(/\bauth\s*(?:as\b|:)\s*(\w+)/g)].map(([, name = ""]) => name),
];

/** The first `callbacks.authorized` of the sources. */
export function authorizedIn({ sources }: Survey) {
  for (const source of sources) {
    const member = source.objects
      .flatMap(({ members }) => members)
      .find(({ path }) => path === "callbacks.authorized");
    if (member) return { source, member };
  }
  return undefined;
}

/**
 * Whether the proxy is `auth` alone and nothing decides for it: it keeps the session alive then, and everybody passes.
 * The word `authorized` anywhere counts as a decision: callbacks may come by a spread.
 */
export const passesEverybody = ({ sources }: Survey, proxy: SourceText): boolean =>
  isBare(proxy) && !sources.some(({ code }) => /\bauthorized\b/.test(code));

/** Whether `authorized` names a path: whoever decides about it lets through what has to be. */
export const isInAuthorized = ({ sources }: Survey, path: string): boolean =>
  sources.some(({ text, objects }) =>
    objects.some(({ members }) =>
      members.some(
        (member) =>
          member.path === "callbacks.authorized" &&
          text.slice(member.valueStart, member.valueEnd).replaceAll("\\", "").includes(path),
      ),
    ),
  );

/** Without a function of the app's own, and without a guard for a path. */
export const isBare = ({ code }: SourceText): boolean => !/\bauth\s*(?:\.require\s*)?\(/.test(code);

/** Whether the proxy is a function of the app's own that asks nobody who they are. */
export const isOpenHandler = (all: Survey): boolean => {
  const form = handlerForm(all);
  return form !== undefined && !judges(form.code);
};

/** By the session of the request, or by its token. */
const judges = (code: string) =>
  /\bgetToken\s*\(|\.auth\b|\{[^}]*\bauth\b[^}]*\}\s*(?::[^=)]*)?\)?\s*=/.test(code);

/** A guard that isn't one: `authorized` set and not asked, or nothing asked at all. */
export function checkHandlerForm(all: Survey): Finding[] {
  const form = handlerForm(all);
  if (!form) return [];
  const { proxy, start, code } = form;
  // Who judges request.auth in the function needs no other decision.
  if (judges(code)) return [];
  const at = placeIn(proxy, start);
  const name = /(?:^|\/)(\w+)\.\w+$/.exec(proxy.path)?.[1] ?? "proxy";
  const authorized = authorizedIn(all);
  if (authorized) {
    const decides = placeIn(authorized.source, authorized.member.start);
    const message = `${proxy.path} exports auth((request) => …), so callbacks.authorized (${decides.path}:${decides.line}) is not asked.`;
    const fix = `export { auth as ${name} }, or judge request.auth in the function and remove authorized`;
    return [finding("AUTH_D_NEXT_AUTHORIZED_UNASKED", { ...at, message, fix })];
  }
  const message = `${proxy.path} exports auth((request) => …) and never looks at request.auth.`;
  return [finding("AUTH_D_NEXT_HANDLER_OPEN", { ...at, message })];
}

/** A pattern with its place in the file, quotes included. */
export interface Pattern {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Patterns of `config.matcher`; undefined where there is none. */
export function matcherPatterns({
  objects,
  texts,
}: SourceText): { readonly patterns: readonly Pattern[]; readonly start: number } | undefined {
  for (const { members } of objects) {
    const member = members.find(({ path }) => path === "matcher");
    if (!member) continue;
    const { start, valueStart, valueEnd } = member;
    const inside = texts.filter((one) => one.start >= valueStart && one.end <= valueEnd);
    return { patterns: inside.filter(({ text }) => text.startsWith("/")), start };
  }
  return undefined;
}

// Addresses of built-in pages that no request is sent on from: the proxy does that, or a rewrite of next.config.

const proxyName = /(?:^|\/)(?:proxy|middleware)\.[cm]?[jt]s$/;

export function checkPageAddresses(all: Survey): Finding[] {
  const { files } = all.facts;
  const placed = placedPages(all.configuration);
  const [first] = placed;
  // A rewrite names them in its own way.
  if (first === undefined || nextConfig(files).includes("rewrites")) return [];
  const prefix = nextBasePath(files);
  const proxy = proxyOf(all);
  // AUTH_D_NEXT_PROXY_FOLDER says so.
  if (proxy === undefined && all.sources.some(({ path }) => proxyName.test(path))) return [];
  const found = proxy && matcherPatterns(proxy);
  const isSentOn = (address: string) =>
    proxy !== undefined &&
    (found === undefined || found.patterns.some(({ text }) => matches(text, address.slice(prefix.length))));
  const lost = placed.filter(({ address }) => !isSentOn(address)).map(({ address }) => address);
  if (lost.length === 0) return [];
  const where = proxy === undefined ? "There is no proxy" : `The matcher of ${proxy.path} leaves them out`;
  const message = `${where}: ${lost.join(", ")}.`;
  const fix =
    proxy === undefined
      ? undefined
      : `matcher: [${lost.map((address) => JSON.stringify(address.slice(prefix.length))).join(", ")}, …]`;
  const repair =
    proxy &&
    matched(
      proxy,
      lost.map((address) => address.slice(prefix.length)),
    );
  return [
    finding("AUTH_D_NEXT_PAGE_ADDRESS", { ...first.at, message, ...(fix !== undefined && { fix }), repair }),
  ];
}

/** A proxy without `auth` sends nothing on. */
function matched({ path: file, text, names }: SourceText, addresses: readonly string[]): Repair | undefined {
  const result = names.has("auth") ? addPatterns({ file, text }, addresses) : undefined;
  return result?.kind === "edits" ? { kind: "splice", file, edits: result.edits } : undefined;
}

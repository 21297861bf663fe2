import { majorVersion } from "../../../../cli/project/versions.js";
import { authExpressionsOf } from "../../../../cli/doctor/survey.js";
import { stringOf } from "../../../../cli/source/literals.js";
import { finding, type Finding } from "../../../../cli/doctor/finding.js";
import {
  configMember,
  configuredBasePath,
  envOf,
  placeIn,
  type SourceText,
  type Survey,
} from "../../../../cli/doctor/survey.js";
import type { SourceCall } from "../../../../cli/source/source-facts.js";

interface MountCall {
  readonly source: SourceText;
  readonly call: SourceCall;
}

function mountsOf(all: Survey): MountCall[] {
  const { isHandler } = authExpressionsOf(all);
  return all.sources.flatMap((source) =>
    source.calls
      .filter(({ callee, args }) => /\.(?:use|all)$/.test(callee) && args.some(isHandler))
      .map((call) => ({ source, call })),
  );
}

/** A mount's path without its wildcard. */
const baseOf = (pattern: string): string =>
  pattern.replace(/\/?(?:\{?\/?\*\w*\}?|\(\.\*\)|:\w+\*)$/, "") || "/";

/** Where the server says that the endpoints are; undefined behind a router, whose own path is not known here. */
export function mountedBasePath(all: Survey): string | undefined {
  const [mount, second] = mountsOf(all);
  const pattern = mount && stringOf(mount.call.args[0]);
  if (pattern === undefined || second || !mount?.call.callee.startsWith("app.")) return undefined;
  return baseOf(pattern);
}

/** How the endpoints are mounted on an Express server. */
export function checkMount(all: Survey): Finding[] {
  if (!all.auth) return [];
  const mounts = mountsOf(all);
  const [mount] = mounts;
  const trusted = trustsAll(all);
  if (!mount) {
    const path = all.facts.serverFile ?? all.auth.path;
    return [
      ...trusted,
      finding("AUTH_D_EXPRESS_NOT_MOUNTED", { path, message: `${path} never mounts the endpoints.` }),
    ];
  }
  const found = mounts.flatMap(({ source, call }) => onePlace(all, source, call));
  return [...trusted, ...found, ...(found.length === 0 ? linkElsewhere(all) : [])];
}

const endpointLink = /["'`]((?:\/api)?\/auth)(\/(?:signin|signout))(?=["'`/?])/g;

/** A link, such as that of a guard, to where the endpoints usually are, and here are not. */
function linkElsewhere(all: Survey): Finding[] {
  const base = mountedBasePath(all);
  if (base === undefined) return [];
  const routes = new Set(all.sources.flatMap(({ calls }) => calls.map(({ args }) => stringOf(args[0]))));
  const guard = guardElsewhere(all, base, routes);
  if (guard !== undefined) return [guard];
  for (const source of all.sources) {
    for (const { 1: linked, 2: page, index } of source.code.matchAll(endpointLink)) {
      // A page of the app's own may stand there.
      if (linked === base || routes.has(`${linked}${page}`)) continue;
      const message = `A link leads to ${linked}${page}, the endpoints are mounted at ${base}.`;
      return [finding("AUTH_D_BASE_PATH", { ...placeIn(source, index), message, fix: `"${base}${page}"` })];
    }
  }
  return [];
}

/** `auth.require()` leads to where the configuration says that the endpoints are: it cannot see the mount. */
function guardElsewhere(all: Survey, base: string, routes: ReadonlySet<string | undefined>) {
  const call = all.configuration?.calls.find(({ name }) => name === "createAuth");
  const isSet = configMember(all, "basePath") ?? configMember(all, "pages.signIn") ?? envOf(all, "AUTH_URL");
  const page = `${usualBase}/signin`;
  if (call === undefined || isSet || base === usualBase || routes.has(page)) return undefined;
  if (!authExpressionsOf(all).hasGuard) return undefined;
  const message = `auth.require() leads to ${page}, the endpoints are mounted at ${base}.`;
  return finding("AUTH_D_BASE_PATH", { ...call.at, message, fix: `basePath: "${base}"` });
}

/** Where the endpoints are when nothing says it. */
const usualBase = "/auth";

function onePlace(all: Survey, source: SourceText, call: SourceCall): Finding[] {
  const at = placeIn(source, call.start);
  const pattern = stringOf(call.args[0]);
  const late = catchAllBefore(source, call);
  if (late !== undefined) {
    const message = `The catch-all in line ${placeIn(source, late.start).line} answers before the endpoints in line ${at.line}.`;
    return [finding("AUTH_D_EXPRESS_MOUNT_LATE", { ...at, message })];
  }
  if (pattern === undefined) return [];
  const major = majorVersion(all.facts, "express") ?? 5;
  const base = baseOf(pattern);
  const isWrong = major >= 5 ? /\*(?!\w)|\(\.\*\)/.test(pattern) : /\*\w|\{/.test(pattern);
  if (isWrong) {
    const message =
      major >= 5 ? `Express 5 refuses "${pattern}".` : `Express 4 takes "${pattern}" for plain text.`;
    return [finding("AUTH_D_EXPRESS_PATTERN", { ...at, message, fix: `app.use("${base}", …)` })];
  }
  const configured = configuredBasePath(all);
  const member = configMember(all, "basePath");
  // Behind a router the mount is only a part of the address.
  if (configured === undefined || !member || !call.callee.startsWith("app.") || configured === base)
    return [];
  const message = `basePath is ${configured}, the endpoints are mounted at ${base}.`;
  return [finding("AUTH_D_BASE_PATH", { ...member.at, message, fix: `basePath: "${base}"` })];
}

/** A 404 page, or a route for everything, that stands above the mount on the same application. */
function catchAllBefore({ calls }: SourceText, mount: SourceCall): SourceCall | undefined {
  const app = mount.callee.split(".")[0];
  return calls.find(({ callee, args, start }) => {
    if (start >= mount.start || callee.split(".")[0] !== app) return false;
    const last = args.at(-1) ?? "";
    const isAll = /^["'`](?:\/?\*|\/\*\w+|\/?\{\*\w+\}|\(\.\*\))["'`]$/.test(args[0] ?? "");
    if (/\.(?:get|all)$/.test(callee)) return isAll;
    if (!callee.endsWith(".use") || (args.length > 1 && !isAll)) return false;
    return (
      /(?:=>|function)/.test(last) &&
      !/\bnext\b/.test(last) &&
      /\.(?:send|json|render|end|sendFile|sendStatus|redirect)\(/.test(last)
    );
  });
}

function trustsAll({ sources }: Survey): Finding[] {
  return sources.flatMap((source) =>
    source.calls
      .filter(
        ({ callee, args }) =>
          (callee.endsWith(".set") && stringOf(args[0]) === "trust proxy" && args[1] === "true") ||
          (callee.endsWith(".enable") && stringOf(args[0]) === "trust proxy"),
      )
      .map(({ start }) => finding("AUTH_D_EXPRESS_TRUST_ALL", placeIn(source, start))),
  );
}

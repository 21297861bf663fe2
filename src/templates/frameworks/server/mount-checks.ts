/** Where a server mounts the endpoints, and what is wrong with it. Apart from checks.ts: together they are too long. */
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import { retextOption } from "../../../cli/findings/retext.js";
import { authExpressionsOf, writtenIn } from "../../../cli/findings/auth-expressions.js";
import {
  configMember,
  configuredBasePath,
  envOf,
  placeIn,
  type SourceText,
  type Survey,
} from "../../../cli/findings/survey.js";
import { withoutWildcard } from "./mount-path.js";
import { cutStatement } from "../../../cli/edit/comma-list.js";
import type { SourcePlace } from "../../../cli/source/configuration/auth-config.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import type { SourceCall } from "../../../cli/source/syntax/source-facts.js";
import { placedPages } from "../../../cli/source/configuration/page-addresses.js";

/** How the servers of a framework mount the endpoints, and what runs in which order. */
export interface MountShape {
  /** Methods that mount them. */
  readonly methods: readonly string[];
  /** The path of a mount as it is written; undefined: the call does not say it. */
  path(call: SourceCall): string | undefined;
  /** Whether its path is the whole address: behind a router it is a part. */
  isOnApplication(all: Survey, mount: MountPoint): boolean;
  /** What else is wrong with a mount; undefined: nothing. */
  readonly judge?: (all: Survey, mount: MountPoint) => Finding | undefined;
  /** The line that answers at addresses of built-in pages; left out: what is mounted does. */
  readonly pages?: string;
  /** How code reads the session that `auth.session` brings to what is below it; none where the order is not that of the lines. */
  readonly reads: readonly string[];
}

/** A call that mounts the endpoints. */
export interface MountPoint {
  readonly source: SourceText;
  readonly call: SourceCall;
}

const methodOf = ({ callee }: SourceCall): string =>
  callee.includes(".") ? (callee.split(".").at(-1) ?? "") : "";
const ownerOf = ({ callee }: SourceCall): string => callee.slice(0, callee.lastIndexOf("."));

function mountsOf(all: Survey, { methods }: MountShape): MountPoint[] {
  const { isHandler } = authExpressionsOf(all);
  return all.sources.flatMap((source) =>
    source.calls
      .filter((call) => methods.includes(methodOf(call)) && call.args.map(writtenIn(source)).some(isHandler))
      .map((call) => ({ source, call })),
  );
}

/** A mount's path without its wildcard, as findings name it. */
export const baseOf = (pattern: string): string => withoutWildcard(pattern) || "/";

/** Where the server says that the endpoints are; undefined behind a router, whose own path is not known here. */
export function mountedBasePath(all: Survey, shape: MountShape): string | undefined {
  const [mount, second] = mountsOf(all, shape);
  const pattern = mount && shape.path(mount.call);
  if (pattern === undefined || second || mount === undefined || !shape.isOnApplication(all, mount))
    return undefined;
  return baseOf(pattern);
}

/** By the name that applications usually have: routers have others. */
export const isOnApplication = (_all: Survey, { call }: MountPoint): boolean => ownerOf(call) === "app";

/** How the endpoints are mounted on a server, and where the session comes in. */
export function checkMounts(all: Survey, shape: MountShape): Finding[] {
  if (!all.auth) return [];
  const mounts = mountsOf(all, shape);
  if (mounts.length === 0) return [notMounted(all)];
  const found = [
    ...mounts.flatMap((mount) => onePlace(all, shape, mount)),
    ...mountedTwice(mounts, shape),
    ...sessionLate(all, shape),
    ...(shape.pages === undefined ? [] : checkPages(all, shape.pages)),
  ];
  return found.length === 0 ? linkElsewhere(all, shape) : found;
}

/** Nothing of the sources answers at the endpoints. */
export function notMounted(all: Survey): Finding {
  const path = all.facts.serverFile ?? all.auth?.path ?? "package.json";
  return finding("AUTH_D_NOT_MOUNTED", { path, message: `${path} never mounts the endpoints.` });
}

/** The same mount again, on the same application. */
function mountedTwice(mounts: readonly MountPoint[], shape: MountShape): Finding[] {
  const [again] = mounts.filter(({ source, call }, at) =>
    mounts
      .slice(0, at)
      .some(
        (one) =>
          one.source === source &&
          one.call.callee === call.callee &&
          shape.path(one.call) === shape.path(call),
      ),
  );
  if (again === undefined) return [];
  const at = placeIn(again.source, again.call.start);
  return [
    finding("AUTH_D_MOUNTED_TWICE", {
      ...at,
      message: `Line ${at.line} mounts the endpoints once more.`,
      fix: `Remove line ${at.line}`,
      repair: withoutStatement(again),
    }),
  ];
}

/** Takes out the statement of a call, where another one before it has the same text. */
function withoutStatement({ source: { path, text }, call }: MountPoint): Repair | undefined {
  const statements: ts.Node[] = [];
  visit(parse(text, path), (node) => void (ts.isExpressionStatement(node) && statements.push(node)));
  const holds = (node: ts.Node) => node.getStart() <= call.start && call.start < node.getEnd();
  const own = statements.filter(holds).at(-1);
  const isSame = statements.some((one) => one.getEnd() < call.start && one.getText() === own?.getText());
  if (own === undefined || !isSame) return undefined;
  const edits = [cutStatement(text, { start: own.getStart(), end: own.getEnd() })];
  return { kind: "splice", file: path, edits };
}

/** A route, or middleware, that reads the session above the line that brings it. */
function sessionLate(all: Survey, { reads }: MountShape): Finding[] {
  const { isSession, isGuard } = authExpressionsOf(all);
  return all.sources.flatMap((source) =>
    source.calls
      .filter(
        ({ callee, args }) =>
          callee.includes(".") && args.length === 1 && args.map(writtenIn(source)).some(isSession),
      )
      .flatMap((brought) => {
        const early = source.calls.find(
          (call) =>
            call.start < brought.start &&
            ownerOf(call) === ownerOf(brought) &&
            !call.args.map(writtenIn(source)).some(isGuard) &&
            call.args.some((arg) => reads.some((read) => arg.includes(read))),
        );
        if (early === undefined) return [];
        const at = placeIn(source, early.start);
        const line = placeIn(source, brought.start).line;
        const message = `Line ${at.line} reads the session, which comes in line ${line}.`;
        return [finding("AUTH_D_SESSION_LATE", { ...at, message })];
      }),
  );
}

const endpointLink = /["'`]((?:\/api)?\/auth)(\/(?:signin|signout))(?=["'`/?])/g;

/** Something that leads to where the endpoints usually are, and here are not. */
interface Astray {
  readonly at: SourcePlace;
  readonly leads: string;
  readonly fix: string;
  readonly repair: Repair;
}

/** One finding of all that leads there, such as a guard and links: the mount is the one cause. */
function linkElsewhere(all: Survey, shape: MountShape): Finding[] {
  const base = mountedBasePath(all, shape);
  if (base === undefined) return [];
  const routes = new Set(all.sources.flatMap(({ calls }) => calls.map(({ args }) => stringOf(args[0]))));
  const astray = [...guardElsewhere(all, base, routes), ...linksElsewhere(all, base, routes)];
  const [first] = astray;
  if (first === undefined) return [];
  const message = `${astray.map(({ leads }) => leads).join(", and ")}; the endpoints are mounted at ${base}.`;
  const fix = astray.map((one) => one.fix).join("\n");
  const repair = astray.map((one) => one.repair);
  return [finding("AUTH_D_BASE_PATH", { ...first.at, message, fix, repair })];
}

function linksElsewhere(all: Survey, base: string, routes: ReadonlySet<string | undefined>): Astray[] {
  return all.sources.flatMap((source) =>
    [...source.code.matchAll(endpointLink)].flatMap(({ 1: linked = "", 2: page = "", index }): Astray[] => {
      // A page of the app's own may stand there.
      if (linked === base || routes.has(`${linked}${page}`)) return [];
      const at = placeIn(source, index);
      // Behind the quote.
      const start = index + 1;
      const edits = [{ start, end: start + linked.length, text: base }];
      return [
        {
          at,
          leads: `a link in ${at.path}:${at.line} leads to ${linked}${page}`,
          fix: `"${base}${page}"`,
          repair: { kind: "splice", file: source.path, edits },
        },
      ];
    }),
  );
}

/** `auth.require()` leads to where the configuration says that the endpoints are: it cannot see the mount. */
function guardElsewhere(all: Survey, base: string, routes: ReadonlySet<string | undefined>): Astray[] {
  const call = all.configuration?.calls.find(({ name }) => name === "createAuth");
  const isSet = configMember(all, "basePath") ?? configMember(all, "pages.signIn");
  const page = `${usualBase}/signin`;
  if (call === undefined || isSet || base === usualBase || routes.has(page)) return [];
  // An AUTH_URL without a path names the host alone.
  const url = envOf(all, "AUTH_URL") ?? "";
  if (URL.canParse(url) && new URL(url).pathname !== "/") return [];
  const { isGuardMaker } = authExpressionsOf(all);
  const isMade = (source: SourceText) =>
    source.calls.some(({ callee }) => isGuardMaker(writtenIn(source)(callee)));
  if (!all.sources.some(isMade)) return [];
  const repair = { kind: "option", name: "basePath", value: `"${base}"` } as const;
  return [{ at: call.at, leads: `auth.require() leads to ${page}`, fix: `basePath: "${base}"`, repair }];
}

/** Where the endpoints are when nothing says it. */
const usualBase = "/auth";

function onePlace(all: Survey, shape: MountShape, mount: MountPoint): Finding[] {
  const { source, call } = mount;
  const at = placeIn(source, call.start);
  const late = shape.reads.length > 0 ? catchAllBefore(source, call) : undefined;
  if (late !== undefined) {
    const { line } = placeIn(source, late.start);
    const message = `The catch-all in line ${line} answers before the endpoints in line ${at.line}.`;
    return [finding("AUTH_D_MOUNT_LATE", { ...at, message, fix: `Move line ${at.line} above line ${line}` })];
  }
  const pattern = shape.path(call);
  if (pattern === undefined) return [];
  const wrong = shape.judge?.(all, mount);
  if (wrong !== undefined) return [wrong];
  const base = baseOf(pattern);
  const configured = configuredBasePath(all);
  const member = configMember(all, "basePath");
  // Behind a router the mount is only a part of the address.
  if (configured === undefined || !member || !shape.isOnApplication(all, mount) || configured === base)
    return [];
  const message = `basePath is ${configured}, the endpoints are mounted at ${base}.`;
  const repair = retextOption(all, member, base);
  return [finding("AUTH_D_BASE_PATH", { ...member.at, message, fix: `basePath: "${base}"`, repair })];
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
      /\.(?:send|json|render|end|sendFile|sendStatus|redirect)\(|\.body\s*=/.test(last)
    );
  });
}

// `pageAddresses` in a framework whose handler is mounted below a path, and never sees such an address.

/** @param fix the line that answers there */
export function checkPages({ configuration, sources }: Survey, fix: string): Finding[] {
  const [first, ...others] = placedPages(configuration);
  if (first === undefined || sources.some(({ code }) => /\.pages\b/.test(code))) return [];
  const lost = [first, ...others].map(({ address }) => address).join(", ");
  return [finding("AUTH_D_PAGES_NOT_MOUNTED", { ...first.at, message: `Nothing answers at ${lost}.`, fix })];
}

/** The routes of servers whose applications and routers take them by calls, with what guards each of them. */
import { authExpressionsOf, writtenIn } from "../../../cli/findings/auth-expressions.js";
import type { SourceText, Survey } from "../../../cli/findings/survey.js";
import {
  accessOfAsked,
  allOf,
  pathUnread,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { noOptions, type Value } from "../../../cli/source/names/values.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { hasMember, textOf } from "../../../cli/source/routes/requirement.js";
import { ledOn, loadsFolder } from "../../../cli/source/routes/led-on.js";
import { holdsAt, joinPaths, optionalForms, plainPath } from "../../../cli/source/routes/route-path.js";
import { askingFunctions, guardName } from "./checks.js";
import { readRoutedFiles, type Placed, type RoutedFiles } from "./routed-files.js";
import { unguarded } from "../unguarded.js";

/** How the routers of a framework go by order and path. */
export interface RouterShape {
  /** Packages that make applications and routers. */
  readonly packages: readonly string[];
  /** A guard holds for routes below its line only. */
  readonly isOrdered: boolean;
  /** Middleware with a path holds for that path alone, unless a star stands at its end. */
  readonly isExact: boolean;
}

/** A guard with what it holds for, as an address of the app. */
interface Guard {
  readonly pattern: string;
  readonly isExact: boolean;
  readonly access: Access;
}

/** A way to a router: what stands in front of its paths, and which guards. */
interface Way {
  /** undefined where only a run knows it. */
  readonly prefix: string | undefined;
  readonly guards: readonly Guard[];
}

const verbs = ["get", "post", "put", "patch", "delete", "all"];
const adds = ["use", "addHook"];

/** @returns every route that a call adds, in the order of files and lines */
export function serverRoutes(all: Survey, shape: RouterShape): readonly AppRoute[] {
  const reader = new RouteReader(all, shape);
  return reader.routes();
}

class RouteReader {
  readonly #all: Survey;
  readonly #shape: RouterShape;
  readonly #routed: RoutedFiles;
  /** Calls by the application or router that they are on, and those that hand a router on by that router. */
  readonly #on: ReadonlyMap<string, readonly Placed[]>;
  readonly #mounts: ReadonlyMap<string, readonly Placed[]>;
  /** Calls of {@link #on} that add something in front of others and have a guard in it. */
  readonly #guarding: ReadonlyMap<string, readonly Placed[]>;
  readonly #asking: ReadonlySet<string>;
  readonly #reached: ReadonlySet<string>;
  readonly #ways = new Map<string, readonly Way[]>();

  constructor(all: Survey, shape: RouterShape) {
    this.#all = all;
    this.#shape = shape;
    this.#routed = ledOn(readRoutedFiles(all, shape.packages));
    const { calls, targetsOf } = this.#routed;
    this.#on = grouped(calls, ({ key }) => [key]);
    this.#mounts = grouped(calls, targetsOf);
    this.#reached = this.#findReached();
    this.#guarding = grouped(
      calls.filter((call) => this.#guardsAt(call, "").length > 0),
      ({ key }) => [key],
    );
    this.#asking = askingFunctions(all);
  }

  routes(): readonly AppRoute[] {
    const found = this.#routed.calls.flatMap((call) => {
      const method = this.#methodOf(call);
      if (method === undefined || !this.#isRouter(call) || this.#isEndpoint(call)) return [];
      const ways = this.#waysTo(call.key);
      const isLost = ways.length === 0;
      return (isLost ? [nowhere] : ways).flatMap((way) =>
        optionalForms(call.path).map((path) => this.#route({ ...call, path }, method, way, isLost)),
      );
    });
    return [...found, ...this.#unreadFolders(), ...this.#guardedAlone(found)];
  }

  /** Plugins that are loaded from a folder which is not in sight: what answers there is not known. */
  #unreadFolders(): readonly AppRoute[] {
    const unread = this.#routed.calls.filter(
      (call) => loadsFolder(call) && call.folder?.folder === undefined,
    );
    return unread.map(({ file: { source }, start }) => {
      const line = lineAt(source.text, start);
      const access = unclear("its routes are in a folder whose name is an expression: write a line for each");
      return {
        method: "GET",
        path: `/path-of-line-${line}`,
        file: source.path,
        line,
        access,
        isUnread: true,
      };
    });
  }

  /** Guarded paths at which no route in sight answers: something else does, or nothing yet. */
  #guardedAlone(found: readonly AppRoute[]): readonly AppRoute[] {
    return this.#routed.calls.flatMap((call) =>
      this.#waysTo(call.key).flatMap(({ prefix }) =>
        this.#guardsAt(call, prefix).flatMap(({ pattern, access }): AppRoute[] => {
          const path = plainPath(withoutStar(pattern));
          if (path === undefined || path === "/") return [];
          if (found.some((route) => holdsAt(path, route.path, false))) return [];
          const { source } = call.file;
          const line = lineAt(source.text, call.start);
          return [{ method: "GET", path, file: source.path, line, access, isUnanswered: true }];
        }),
      ),
    );
  }

  #route(call: Placed, method: string, way: Way, isLost: boolean): AppRoute {
    const { source } = call.file;
    const line = lineAt(source.text, call.start);
    const place = { file: source.path, line, method };
    const written = joinPaths(way.prefix ?? "", call.path || `path-of-line-${line}`);
    const isInSight = call.path !== "" && call.path !== undefined && way.prefix !== undefined;
    const path = isInSight ? plainPath(written) : undefined;
    if (path === undefined)
      return {
        ...place,
        path: written,
        isUnread: true,
        access: unclear("its path is an expression: put in one that it answers"),
      };
    if (isLost)
      return {
        ...place,
        path,
        isUnread: true,
        access: unclear("what mounts its router is not in sight: complete the path"),
      };
    return { ...place, path, access: this.#accessOf(call, { method, path }, way) };
  }

  #accessOf(call: Placed, { method, path }: { method: string; path: string }, way: Way): Access {
    const inFront = [...way.guards, ...this.#guardsOn(call, way.prefix)];
    const holding = inFront.filter(({ pattern, isExact }) => holdsAt(pattern, path, isExact));
    const own = call.given.flatMap((code) => this.#guardIn(code, call.file.source) ?? []);
    const found = allOf([...holding.map(({ access }) => access), ...own]);
    if (found !== undefined) return found;
    const handler = call.given.find((code) => this.#asksWho(code, call.file.source));
    return handler === undefined ? unguarded(method, path) : unclear("its code reads the session itself");
  }

  /** What stands on the same application in front of a call. */
  #guardsOn(call: Placed, prefix: string | undefined): readonly Guard[] {
    const inFront = (this.#guarding.get(call.key) ?? []).filter(
      (one) => !this.#shape.isOrdered || one.file !== call.file || one.start < call.start,
    );
    return inFront.flatMap((one) => this.#guardsAt(one, prefix));
  }

  /** The guards that a call adds in front of others. */
  #guardsAt({ method, given, path, file }: Placed, prefix: string | undefined): readonly Guard[] {
    if (!adds.includes(method)) return [];
    return given.flatMap((code): Guard[] => {
      const access = this.#guardIn(code, file.source);
      if (access === undefined) return [];
      const asked = this.#askedIn(code, file.source) ?? noOptions;
      const said = textOf(asked, "path");
      const isUnread = hasMember(asked, "path") || path === undefined || prefix === undefined;
      if (said === undefined && isUnread) return [{ access: pathUnread, pattern: "/*", isExact: false }];
      const isExact = said === undefined && path !== "" && this.#shape.isExact;
      return [{ access, pattern: said ?? joinPaths(prefix ?? "", path ?? ""), isExact }];
    });
  }

  /** The ways from an application to a router, up to a bound; none where it answers nowhere in sight. */
  #waysTo(key: string): readonly Way[] {
    const ways = this.#ways.get(key) ?? [...this.#eachWay(key, [])];
    this.#ways.set(key, ways);
    return ways;
  }

  *#eachWay(key: string, open: readonly string[]): Generator<Way> {
    if (!this.#reached.has(key) || open.includes(key)) return;
    const made = this.#routed.madeBy(key);
    const ownPrefix = made === undefined ? "" : made.prefix;
    const mounts = this.#mounts.get(key) ?? [];
    if (mounts.length === 0) yield { prefix: ownPrefix, guards: [] };
    let left = mostWays;
    for (const mount of mounts)
      for (const way of this.#eachWay(mount.key, [...open, key])) {
        if (left-- === 0) return;
        yield this.#through(mount, way, ownPrefix);
      }
  }

  #through(mount: Placed, way: Way, ownPrefix: string | undefined): Way {
    const parts = [way.prefix, mount.path, ownPrefix].filter((part) => part !== undefined);
    const prefix = parts.length === 3 ? joinPaths(...parts) : undefined;
    const own = mount.given.flatMap((code) => this.#guardIn(code, mount.file.source) ?? []);
    const guards = [
      ...way.guards,
      ...this.#guardsOn(mount, way.prefix),
      ...own.map((access) => ({ pattern: prefix ?? "/*", isExact: false, access })),
    ];
    return { prefix, guards };
  }

  /** Applications, and all that is mounted below one. */
  #findReached(): ReadonlySet<string> {
    const applications = this.#routed.files.flatMap(({ source, made }) =>
      [...made]
        .filter(([, { isRouter }]) => !isRouter)
        .map(([name]) => `${source.path}#${name}`)
        .filter((key) => !this.#mounts.has(key)),
    );
    const reached = new Set(applications);
    for (const key of reached)
      for (const call of this.#on.get(key) ?? [])
        for (const target of this.#routed.targetsOf(call)) reached.add(target);
    return reached;
  }

  /** Upper case; undefined for a call that adds no route. */
  #methodOf({ method, verb, path, given }: Placed): string | undefined {
    if (method === "route" && path !== "") return verb?.toUpperCase();
    if (!verbs.includes(method)) return undefined;
    // `app.get("name")` reads a setting of Express.
    const least = path === "" ? 2 : 1;
    if (given.length < least && path?.startsWith("/") !== true) return undefined;
    return method === "all" ? "GET" : method.toUpperCase();
  }

  /** Whether a call is on an application, a router, or on what a function of the app is given for one. */
  #isRouter({ key, file, owner }: Placed): boolean {
    if (this.#routed.madeBy(key) !== undefined || this.#mounts.has(key)) return true;
    const takesRoutes = file.source.imports.some(({ specifier }) => this.#shape.packages.includes(specifier));
    return takesRoutes && file.source.functions.some((one) => one.name === owner);
  }

  #isEndpoint = ({ given, file: { source } }: Placed): boolean =>
    given.map(writtenIn(source)).some(authExpressionsOf(this.#all).isHandler);

  #askedIn = (code: string, source: SourceText): Value | undefined =>
    authExpressionsOf(this.#all).asked(writtenIn(source)(code));

  /** What a guard among the arguments of a call asks for; undefined for what is none. */
  #guardIn(code: string, source: SourceText): Access | undefined {
    const asked = this.#askedIn(code, source);
    if (asked !== undefined) return accessOfAsked(asked, code);
    const [called = ""] = code.split("(");
    return guardName.test(called.split(".").at(-1) ?? "")
      ? unclear(`what ${called} asks for is not in sight`)
      : undefined;
  }

  /** A handler that reads the session, here or where it is written. */
  #asksWho(code: string, source: SourceText): boolean {
    if (authExpressionsOf(this.#all).isSession(writtenIn(source)(code))) return false;
    if (readsSession(code)) return true;
    return this.#asking.has(code.split(".").at(-1) ?? "");
  }
}

/** One router may stand in this many places; apps mount it in one or two. */
const mostWays = 64;

function grouped(
  calls: readonly Placed[],
  keysOf: (call: Placed) => readonly string[],
): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const call of calls)
    for (const key of new Set(keysOf(call))) (groups.get(key) ?? groups.set(key, []).get(key))?.push(call);
  return groups;
}

const withoutStar = (pattern: string): string => pattern.replace(/\/\*+$/, "");
const nowhere: Way = { prefix: "", guards: [] };

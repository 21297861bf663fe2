/** What the module puts into a server: the guards of the rules, the endpoints and pages, upgrades. */
import { empty, noStore, type FlowResult } from "../../http/flow-result.js";
import { isShared } from "../../http/private-answer.js";
import { cookieLine } from "../../http/cookies.js";
import { toWebResponse } from "../../http/web.js";
import { guardedPath } from "../../server-functions/guarded-path.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Session } from "../../types/entities.js";
import { writeNode } from "../server/node-adapter.js";
import type { Arrival, RequestAuth } from "../server/arrival.js";
import { headersOf } from "../server/private-node.js";
import { endPrivate, markPrivate, statusOf } from "./answers.js";
import { withoutSlash } from "./event.js";
import { guardsOf, linkHeader, type RouteRules } from "./rules.js";
import type {
  Mounted,
  NuxtPageContext,
  NuxtRequestContext,
  NuxtRequestEvent,
  NuxtResponse,
  PageVerdict,
  UpgradeRequest,
} from "./server-types.js";

/** What sign-in does for a request. */
interface Door {
  readonly auth: RequestAuth<NuxtRequestEvent>;
  readonly arrival: (event: NuxtRequestEvent) => Arrival<NuxtRequestEvent>;
  readonly session: (event: NuxtRequestEvent) => Promise<Session | null>;
  /** @throws for who may not come, once they are answered */
  readonly require: (event: NuxtRequestEvent, requirement: Requirement) => Promise<unknown>;
}

/** Where the app stands, and what is guarded of it. */
interface Place {
  readonly baseURL: string;
  readonly rules: RouteRules;
}

/** @throws Error for rules that guard nothing as they are written */
export function mountedAuth(door: Door, { baseURL, rules }: Place): Mounted {
  const { auth, arrival } = door;
  const guardsAt = rulesAt(rules, baseURL);
  const guarded = guardsOf(rules).map(({ path }) => path);
  const answerOwn = ownAnswer(door);
  return {
    async guard(event) {
      Object.assign(event.context, {
        authwright: pageContext(door, event, { guarded, at: (path) => guardsAt(`${baseURL}${path}`) }),
      });
      const { originalUrl, url, headers } = event.node.req;
      const guards = guardsAt(originalUrl, url);
      const isLink = headers[linkHeader] !== undefined;
      // What is ours answers here, because a rule that hands on would answer in its place.
      if (!isLink && (guards.length === 0 || (await answerOwn(event)))) return;
      if (guards.length > 0) markPrivate(event);
      for (const requirement of guards) await door.require(event, requirement);
      if (isLink) writeNode(empty(204, { headers: noStore }), event.node.res);
    },
    answer: async (event) => void (await answerOwn(event)),
    beforeResponse: endPrivate,
    async upgrade(asked) {
      const event = upgradeEvent(asked);
      for (const requirement of guardsAt(event.node.req.url)) {
        const { answer } = await auth.admit(arrival(event), requirement);
        if (answer !== undefined) throw toWebResponse(answer);
      }
    },
  };
}

/** Answers what is asked of endpoints and pages. @returns whether it was */
function ownAnswer({ auth, arrival }: Door) {
  return async (event: NuxtRequestEvent): Promise<boolean> => {
    const came = arrival(event);
    const at = { ...came, target: withoutSlash(came.target) };
    const answer = (await auth.endpoint(at)) ?? (await auth.page(at)) ?? (await auth.wellKnown(came));
    if (answer !== undefined) writeNode(answer, event.node.res);
    return answer !== undefined;
  };
}

/** What the rules of nuxt.config ask for at an address, or at any of several that one request has. */
function rulesAt(
  rules: RouteRules,
  baseURL: string,
): (...targets: readonly (string | undefined)[]) => readonly Requirement[] {
  // Nitro takes baseURL off where it is there, and asks for it nowhere.
  const guards = guardsOf(rules).flatMap(({ path, requirement }) =>
    [...new Set([`${baseURL}${path}`, path])].map((one) => ({
      isFor: guardedPath(one),
      requirement: { ...requirement, path: one },
    })),
  );
  return (...targets) =>
    guards.filter(({ isFor }) => isFor(...targets)).map(({ requirement }) => requirement);
}

/** What the rendering of a page finds. */
function pageContext(
  { auth, arrival, session }: Door,
  event: NuxtRequestEvent,
  rules: { readonly guarded: readonly string[]; readonly at: (path: string) => readonly Requirement[] },
): NuxtPageContext {
  const judge: NuxtRequestContext["judge"] = async (requirement, parameters) => {
    markPrivate(event);
    const came = arrival(event);
    const asked = parameters === undefined ? came : { ...came, parameters };
    return verdictOf((await auth.admit(asked, requirement)).answer, event);
  };
  return {
    session: () => session(event),
    guarded: rules.guarded,
    isShared: () => isShared(headersOf(event.node.res)),
    judge,
    async judgeAt(path) {
      for (const requirement of rules.at(path)) {
        const verdict = await judge(requirement);
        if (verdict.refused !== undefined) return verdict;
      }
      return {};
    },
  };
}

/** A refusal is sent here, a redirect by Nuxt: as an error it would reach the app's own reports. */
function verdictOf(answer: FlowResult | undefined, { node: { res } }: NuxtRequestEvent): PageVerdict {
  if (answer === undefined) return {};
  if (answer.kind !== "redirect") {
    writeNode(answer, res);
    return { refused: { status: statusOf(answer), location: undefined } };
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value);
  const cookies = (answer.cookies ?? []).map(cookieLine);
  const before = [res.getHeader("set-cookie") ?? []].flat().map(String);
  if (cookies.length > 0) res.setHeader("set-cookie", [...before, ...cookies]);
  return { refused: { status: statusOf(answer), location: answer.location } };
}

/** An upgrade is asked by no page: it is answered by a status. */
function upgradeEvent({ url, headers, _req: own }: UpgradeRequest): NuxtRequestEvent {
  const said = { ...Object.fromEntries(headers), accept: "application/json", "sec-fetch-mode": "websocket" };
  const target = url.startsWith("/") ? url : new URL(url).pathname + new URL(url).search;
  const req = {
    method: "GET",
    url: own?.url ?? target,
    headers: said,
    ...(own?.socket && { socket: own.socket }),
    async *[Symbol.asyncIterator]() {
      yield* [];
    },
  };
  // What it is answered with is thrown.
  return { node: { req, res: {} as NuxtResponse }, context: {} };
}

/** Entry point `authwright/nuxt/server`: sign-in for the server of a Nuxt 4 app. */
import { empty, type FlowResult } from "../../http/flow-result.js";
import { type AnswerHeaders, isShared, keepPrivate } from "../../http/private-answer.js";
import { toWebResponse } from "../../http/web.js";
import { guardedPath } from "../../server-functions/guarded-path.js";
import { pluginFunctions } from "../../server-functions/plugin-functions.js";
import type { Requirement } from "../../server-functions/requirement.js";
import type { Visible } from "../../types/callbacks.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { Awaitable, JWT, Session } from "../../types/entities.js";
import { isBelow } from "../express-mount.js";
import { cutTarget, writeNode } from "../node-adapter.js";
import { requestAuth, type ServerAuthConfig } from "../request-auth.js";
import { type TrustProxy, trustedHops } from "../trusted-proxy.js";
import { arrivalOf, requestOf, withoutSlash } from "./event.js";
import { guardsOf, type RuleGuard } from "./rules.js";
import type {
  Mounted,
  MountPlace,
  NuxtAuth,
  NuxtAuthOptions,
  NuxtPageContext,
  NuxtRequestContext,
  NuxtRequestEvent,
  NuxtResponse,
  PageVerdict,
  UpgradeRequest,
} from "./server-types.js";

export { AuthError, CredentialsSignin } from "../../errors/index.js";
export { customFetch } from "../../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../../index.js";
export type { Requirement } from "../../server-functions/requirement.js";
export type { SessionOf } from "../../types/session-of.js";
export type {
  Mounted,
  MountPlace,
  NuxtAuth,
  NuxtAuthOptions,
  NuxtPageContext,
  NuxtRequestContext,
  NuxtRequestEvent,
  PageVerdict,
  ServerAuthConfig,
  TrustProxy,
};

/** Like an error of h3 that was thrown on purpose: its answer is sent already. */
class Refused extends Error {
  /** By which h3 knows its own errors. */
  static readonly __h3_error__ = true;
  readonly statusCode: number;
  readonly fatal = false;
  readonly unhandled = false;

  constructor(statusCode: number) {
    super("auth.require(): the request is refused, and answered");
    this.statusCode = statusCode;
  }
}

/** What a session holds is what the callback `session` of the configuration makes. */
const isShown = <Shown>(session: unknown): session is Shown => Boolean(session);

const statusOf = (answer: FlowResult): number =>
  ("status" in answer ? answer.status : undefined) ?? (answer.kind === "redirect" ? 302 : 200);

/**
 * Sign-in for a Nuxt app: the export `auth` of `server/auth.ts`. The module `authwright/nuxt` mounts it.
 *
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...). Or a function
 * of the event that gives it, for platforms that hand the environment to each request. It is called for every request:
 * return the same object each time, because what is worked out from it is kept with it
 * @throws TypeError for a `trustProxy` that is neither a count nor a list of addresses
 * @example
 * export const auth = createAuth({ providers: [GitHub] });
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config:
    | ServerAuthConfig<Token, Shown>
    | ((event: NuxtRequestEvent) => Awaitable<ServerAuthConfig<Token, Shown>>),
  { trustProxy, clientAddress }: NuxtAuthOptions = {},
): NuxtAuth<Visible<Shown>> {
  let surroundings = { trusts: trustedHops(trustProxy), clientAddress };
  const source = (typeof config === "function" ? config : () => config) as (
    event: NuxtRequestEvent | undefined,
  ) => Awaitable<AnyAuthConfig>;
  const advice = { server: "this app", line: "Add { trustProxy: 1 } to createAuth" };
  const auth = requestAuth<NuxtRequestEvent>(source, advice, requestOf);
  let base = "/api/auth";
  const arrival = (event: NuxtRequestEvent) => arrivalOf(event, surroundings, base);
  async function session(event: NuxtRequestEvent): Promise<Visible<Shown> | null> {
    const found = await auth.session(arrival(event));
    if (!isShown<Visible<Shown>>(found)) return null;
    markPrivate(event);
    return found;
  }

  async function require(event: NuxtRequestEvent, requirement: Requirement = {}): Promise<Visible<Shown>> {
    const { read, answer = empty(500) } = await auth.admit(arrival(event), requirement);
    const found = read?.session;
    if (isShown<Visible<Shown>>(found)) {
      markPrivate(event);
      return found;
    }
    writeNode(answer, event.node.res);
    throw new Refused(statusOf(answer));
  }

  return {
    session,
    require,
    ...pluginFunctions((event: NuxtRequestEvent) => auth.caller(arrival(event)), 1),
    health: auth.health,
    mount({ basePath, baseURL, trustProxy: said, rules }) {
      surroundings = { trusts: trustedHops(trustProxy ?? proxiesOf(said)), clientAddress };
      base = `${baseURL.endsWith("/") ? baseURL.slice(0, -1) : baseURL}${basePath}`;
      const guardsAt = rulesOf(guardsOf(rules), baseURL);
      const answerOwn = async (event: NuxtRequestEvent): Promise<boolean> => {
        const came = arrival(event);
        const at = { ...came, target: withoutSlash(came.target) };
        const answer = isBelow(cutTarget(at.target).pathname, base)
          ? await auth.answer(at)
          : ((await auth.page(at)) ?? (await auth.wellKnown(came)));
        if (answer !== undefined) writeNode(answer, event.node.res);
        return answer !== undefined;
      };
      return {
        async guard(event) {
          const judge = async (requirement: Requirement) => {
            markPrivate(event);
            return verdictOf((await auth.admit(arrival(event), requirement)).answer, event);
          };
          const context = pageContext(
            () => session(event) as Promise<Session | null>,
            judge,
            (path) => guardsAt(`${baseURL}${path}`),
            () => isShared(headersOf(event.node.res)),
          );
          Object.assign(event.context, { authwright: context });
          const { originalUrl, url } = event.node.req;
          const guards = guardsAt(originalUrl, url);
          // What is ours answers here, because a rule that hands on would answer in its place.
          if (guards.length === 0 || (await answerOwn(event))) return;
          markPrivate(event);
          for (const requirement of guards) await require(event, requirement);
        },
        answer: async (event) => void (await answerOwn(event)),
        beforeResponse({ node: { res }, context }) {
          if (mark in context) keepPrivate(headersOf(res));
        },
        async upgrade(asked) {
          const event = upgradeEvent(asked);
          for (const requirement of guardsAt(event.node.req.url)) {
            const { answer } = await auth.admit(arrival(event), requirement);
            if (answer !== undefined) throw toWebResponse(answer);
          }
        },
      };
    },
  };
}

/** What the rules of nuxt.config ask for at an address, or at any of several that one request has. */
type GuardsAt = (...targets: readonly (string | undefined)[]) => readonly Requirement[];

function rulesOf(guards: readonly RuleGuard[], baseURL: string): GuardsAt {
  // Nitro takes baseURL off where it is there, and asks for it nowhere.
  const rules = guards.flatMap(({ path, requirement }) =>
    [...new Set([`${baseURL}${path}`, path])].map((one) => ({ isFor: guardedPath(one), requirement })),
  );
  return (...targets) => rules.filter(({ isFor }) => isFor(...targets)).map(({ requirement }) => requirement);
}

/** What the rendering of a page finds. */
const pageContext = (
  session: NuxtRequestContext["session"],
  judge: NuxtRequestContext["judge"],
  guardsAt: (path: string) => readonly Requirement[],
  isForEverybody: NuxtRequestContext["isShared"],
): NuxtPageContext => ({
  session,
  isShared: isForEverybody,
  judge,
  async judgeAt(path) {
    for (const requirement of guardsAt(path)) {
      const verdict = await judge(requirement);
      if (verdict.refused !== undefined) return verdict;
    }
    return {};
  },
});

/** In `event.context`: the answer has a session in it. */
const mark = "authwrightPrivate";

/** Node tells what is sent by a stream, such as what another server answers, by its `writeHead` alone. */
function markPrivate({ node: { res }, context }: NuxtRequestEvent): void {
  if (mark in context) return;
  Object.assign(context, { [mark]: true });
  const { writeHead } = res;
  if (writeHead === undefined) return;
  res.writeHead = (...given) => {
    keepPrivate(headersOf(res));
    return writeHead.apply(res, given);
  };
}

const headersOf = (res: NuxtResponse): AnswerHeaders => ({
  get: (name) => res.getHeader(name)?.toString() ?? null,
  set: (name, value) => void res.setHeader(name, value),
  delete: (name) => res.removeHeader?.(name),
});

/** An upgrade is asked by no page: it is answered by a status. */
function upgradeEvent({ url, headers, _req: own }: UpgradeRequest): NuxtRequestEvent {
  const said = { ...Object.fromEntries(headers), accept: "application/json", "sec-fetch-mode": "websocket" };
  const target = url.startsWith("/") ? url : new URL(url).pathname + new URL(url).search;
  const req = { method: "GET", url: own?.url ?? target, headers: said, socket: own?.socket };
  return { node: { req, res: undefined }, context: {} } as unknown as NuxtRequestEvent;
}

const proxiesOf = (said = ""): TrustProxy => (Number.isNaN(Number(said)) ? said.split(",") : Number(said));

/** A refusal is sent here, a redirect by Nuxt: as an error it would reach the app's own reports. */
function verdictOf(answer: FlowResult | undefined, { node: { res } }: NuxtRequestEvent): PageVerdict {
  if (answer === undefined) return {};
  if (answer.kind !== "redirect") {
    writeNode(answer, res);
    return { refused: { status: statusOf(answer), location: undefined } };
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value);
  return { refused: { status: statusOf(answer), location: answer.location } };
}

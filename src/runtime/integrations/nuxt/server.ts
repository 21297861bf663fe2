/** Entry point `authwright/nuxt/server`: sign-in for the server of a Nuxt 4 app. */
import { empty } from "../../http/flow-result.js";
import { pluginFunctions } from "../../server-functions/plugin-functions.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Visible } from "../../types/callbacks.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { Awaitable, JWT, Session } from "../../types/entities.js";
import { writeNode } from "../server/node-adapter.js";
import { requestAuth, type ServerAuthConfig } from "../server/request-auth.js";
import { type TrustProxy, trustedHops } from "../server/trusted-proxy.js";
import { markPrivate, statusOf } from "./answers.js";
import { arrivalOf, requestOf } from "./event.js";
import { mountedAuth } from "./mounted.js";
import type {
  Mounted,
  MountPlace,
  NuxtAuth,
  NuxtAuthOptions,
  NuxtPageContext,
  NuxtRequestContext,
  NuxtRequestEvent,
  PageVerdict,
} from "./server-types.js";

export { AuthError, CredentialsSignin } from "../../errors/index.js";
export { customFetch } from "../../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../../index.js";
export type { Requirement } from "../../server-functions/guarded-place.js";
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
  async function shownTo(event: NuxtRequestEvent): Promise<Session | null> {
    const found = await auth.session(arrival(event));
    if (found !== null) markPrivate(event);
    return found;
  }

  async function session(event: NuxtRequestEvent): Promise<Visible<Shown> | null> {
    const found = await shownTo(event);
    return isShown<Visible<Shown>>(found) ? found : null;
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
      return mountedAuth({ auth, arrival, session: shownTo, require }, { baseURL, rules });
    },
  };
}

const proxiesOf = (said = ""): TrustProxy => (Number.isNaN(Number(said)) ? said.split(",") : Number(said));

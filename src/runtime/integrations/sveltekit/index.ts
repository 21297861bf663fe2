/** Entry point `authwright/sveltekit`: SvelteKit 2, with every adapter that runs code on a server. */
import type { Handle, RequestEvent } from "@sveltejs/kit";
import { privateAnswer } from "../../http/private-answer.js";
import { toWebResponse } from "../../http/web.js";
import { guardedPath, type PathRequirement } from "../../server-functions/guarded-path.js";
import { pluginFunctions } from "../../server-functions/plugin-functions.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import { setEnvOf } from "../../settings/env.js";
import type { Visible } from "../../types/callbacks.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { Awaitable, JWT, Session } from "../../types/entities.js";
import type { Arrival, RequestAuth } from "../server/arrival.js";
import { requestAuth, type ServerAuthConfig } from "../server/request-auth.js";
import { signIn, signInByForm, signOut, signOutByForm, update, type ActionCaller } from "./actions.js";
import {
  arrivalOf,
  asked,
  firstEvents,
  isPrerendering,
  requestOf,
  throwToKit,
  type EventState,
} from "./event.js";
import type {
  LocalAuth,
  RequestAuthFunctions,
  SignInFields,
  SignOutFields,
  SvelteKitAuth,
  SvelteKitAuthOptions,
} from "./types.js";

export { AuthError, CredentialsSignin } from "../../errors/index.js";
export { customFetch } from "../../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../../index.js";
export type { PathRequirement } from "../../server-functions/guarded-path.js";
export type { Requirement } from "../../server-functions/guarded-place.js";
export type { SessionOf } from "../../types/session-of.js";
export type { RequestAuthFunctions, SignInFields, SignInFailure, SignOutFields } from "./types.js";
export type { LocalAuth, ServerAuthConfig, SvelteKitAuth, SvelteKitAuthOptions };

/**
 * Sign-in for a SvelteKit app.
 *
 * @param config never changed; what it leaves open comes from the environment (AUTH_SECRET, AUTH_URL, ...). Or a function
 * of the event that gives it. It is called for every request: return the same object each time, because what is
 * worked out from it is kept with it
 * @example
 * import { env } from "$env/dynamic/private";
 * export const auth = createAuth({ providers: [GitHub] }, { env });
 */
export function createAuth<Token extends JWT = JWT, Shown = Session>(
  config:
    | ServerAuthConfig<Token, Shown>
    | ((event: RequestEvent) => Awaitable<ServerAuthConfig<Token, Shown>>),
  options: SvelteKitAuthOptions = {},
): SvelteKitAuth<Visible<Shown>> {
  const source = sourceOf(config, options);
  const auth = requestAuth<RequestEvent>(source, advice, requestOf);
  const health = healthOf(source);
  const firstOf = firstEvents();
  const at = (event: RequestEvent) => arrivalOf({ event: firstOf(event), hasChanged: false }, options);
  const callerOf = async (event: RequestEvent): Promise<ActionCaller> => ({
    event,
    scope: (await auth.caller(at(event))).scope,
    changed: () => undefined,
  });
  return {
    async handle({ event, resolve }) {
      const ours = await answerOf(auth, at(event));
      if (ours !== undefined) return ours;
      const first = firstOf(event);
      const reads: Promise<Session | null>[] = [];
      const functions = functionsOf(auth, { event: first, options, reads, health: () => health(first) });
      Object.assign(event.locals, { auth: functions });
      const answer = await resolve(event);
      const isPrivate = (await Promise.all(reads)).some((session) => session !== null);
      return isPrivate ? privateAnswer(answer) : answer;
    },
    require: (requirement) => guardOf(auth, at, requirement),
    signIn: async (event) => signInByForm(await callerOf(event)),
    signOut: async (event) => signOutByForm(await callerOf(event)),
    health,
  };
}

type Source = AnyAuthConfig | ((event: RequestEvent) => Awaitable<AnyAuthConfig>);

const advice = { server: "this app", line: "Set ADDRESS_HEADER and PROTOCOL_HEADER for adapter-node" };

function sourceOf(config: Source, { env }: SvelteKitAuthOptions) {
  return async (event: RequestEvent | undefined): Promise<AnyAuthConfig> => {
    const given = typeof config === "function" ? await config(known(event)) : config;
    if (env !== undefined) setEnvOf(given, env);
    return given;
  };
}

function known(event: RequestEvent | undefined): RequestEvent {
  if (event !== undefined) return event;
  throw new TypeError("This configuration is made from the event: call auth.health(event)");
}

const healthOf = (source: ReturnType<typeof sourceOf>) => async (event?: RequestEvent) =>
  (await import("../../health.js")).checkHealth(async () => resolveConfigWithEnv(await source(event)));

/** The answer at the endpoints, and at pages that have an address of their own; undefined elsewhere. */
async function answerOf(
  auth: RequestAuth<RequestEvent>,
  arrival: Arrival<RequestEvent>,
): Promise<Response | undefined> {
  // A remote function is called at an address that the browser only says.
  if (arrival.id.isRemoteRequest) return undefined;
  const isEndpoint = await auth.isOwn(arrival);
  // Links lead the build here, which would keep for everybody what is meant for one browser.
  if (isEndpoint && isPrerendering(arrival.id)) return notKept();
  const answer = isEndpoint
    ? await auth.answer(arrival)
    : ((await auth.page(arrival)) ?? (await auth.wellKnown(arrival)));
  if (answer === undefined) return undefined;
  return isPrerendering(arrival.id) ? notKept() : toWebResponse(answer);
}

/** Kit's own answer for what cannot be prerendered. */
const notKept = () => new Response(null, { status: 204 });

function guardOf(
  auth: RequestAuth<RequestEvent>,
  at: (event: RequestEvent) => Arrival<RequestEvent>,
  requirement: PathRequirement = {},
): Handle {
  const isGuarded = guardedPath(requirement.path);
  return async ({ event, resolve }) => {
    const { pathname } = event.url;
    // The route too: `reroute` and `paths.base` make another address of it.
    if (!isGuarded(event.request.url, pathname, routeOf(event))) return resolve(event);
    if (isPrerendering(event)) return notForFiles(await resolve(event), pathname);
    const { answer } = await auth.admit(asked(at(event)), requirement);
    return answer === undefined ? privateAnswer(await resolve(event)) : toWebResponse(answer);
  };
}

/** A link on a page that is built leads the build here: what Kit does not keep may go on. */
function notForFiles(answer: Response, path: string): Response {
  if (answer.status === 204 || answer.status >= 400) return answer;
  throw new Error(prerendered(path));
}

/** Groups in brackets are no part of an address. */
const routeOf = ({ route }: RequestEvent): string | undefined =>
  route.id?.replaceAll(/\/\([^/]*\)/g, "") || undefined;

const prerendered = (path: string): string =>
  `${path} is prerendered, and a guard cannot ask anybody then: the page would be a file for everybody. Write export const prerender = false in its +page.server file`;

/** What surrounds the functions of one request. */
interface Called extends Pick<RequestAuthFunctions, "health"> {
  readonly event: RequestEvent;
  readonly options: SvelteKitAuthOptions;
  /** Gets each session that code of the app was given. */
  readonly reads: Promise<Session | null>[];
}

/** The functions of one request. Once they have set cookies, they read what the browser is going to have. */
function functionsOf(
  auth: RequestAuth<RequestEvent>,
  { event, options, reads, health }: Called,
): RequestAuthFunctions {
  let state: EventState = { event, hasChanged: false };
  const arrival = () => arrivalOf(state, options);
  const noted = (session: Promise<Session | null>): Promise<Session | null> => {
    reads.push(session.catch(() => null));
    return session;
  };
  const read = (): Promise<Session | null> => noted(auth.session(arrival()));
  const caller = async (): Promise<ActionCaller> => ({
    event,
    scope: (await auth.caller(arrival())).scope,
    // Another event: the session was read for the one before.
    changed: () => void (state = { event: { ...event }, hasChanged: true }),
  });
  return Object.assign(read, {
    async require(requirement?: Requirement): Promise<Session> {
      if (isPrerendering(event)) throw new Error(prerendered(event.url.pathname));
      void read();
      const admission = await auth.admit(asked(arrival()), requirement);
      const session = admission.read?.session ?? null;
      if (admission.answer === undefined && session !== null) return session;
      const { answer } =
        admission.answer?.kind === "html"
          ? await auth.admit(asked(arrival(), false), requirement)
          : admission;
      return throwToKit(answer, event);
    },
    signIn: async (provider?: string, choice?: SignInFields) => signIn(await caller(), provider, choice),
    signOut: async (choice?: SignOutFields) => signOut(await caller(), choice),
    update: async (data: unknown) => noted(update(await caller(), data)),
    ...pluginFunctions(() => (void read(), auth.caller(arrival())), 0),
    health,
  });
}

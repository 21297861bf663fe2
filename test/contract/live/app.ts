/** One setting as a configuration, for the reference or for us; everything that it is asked leaves a line. */
import type { StoreMethods } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { JWT, Session, User } from "../../../src/runtime/types/entities.js";
import type { FakeProvider } from "../../oauth/fake-provider.js";
import { MemoryStore } from "../../support/memory-store.js";
import {
  counter,
  definedOf,
  type Library,
  mailProvider,
  oauthProviders,
  passwordProvider,
} from "./app-providers.js";
import { Calls } from "./calls.js";
import { passkeyProvider } from "./passkeys.js";
import { OddStore } from "./odd-store.js";
import { absolute } from "./targets.js";
import type { Setting } from "./setting.js";

export interface App {
  readonly config: AuthConfig;
  readonly calls: Calls;
  /** Addresses in the mails that were sent. */
  readonly mails: string[];
  readonly store: OddStore;
}

export function appOf(setting: Setting, library: Library, fake: FakeProvider): App {
  const calls = new Calls();
  const mails: string[] = [];
  const store = new OddStore();
  const callbacks = calls.wrap("callback", callbacksOf(setting, library));
  const config = {
    providers: [
      ...oauthProviders(setting, library, fake, calls),
      passwordProvider(library, calls),
      ...(setting.store ? [mailProvider(setting, calls, mails)] : []),
      ...(setting.passkeys ? [passkeyProvider(setting.passkeys, library)] : []),
    ],
    ...definedOf({
      basePath: setting.basePath,
      useSecureCookies: setting.useSecureCookies,
      pages: setting.pages,
      cookies: setting.cookies,
      theme: setting.theme,
    }),
    ...(setting.passkeys && { experimental: { enableWebAuthn: true } }),
    ...(setting.skipCsrf && { skipCSRFCheck: library.skipCSRFCheck }),
    ...(setting.store && { adapter: calls.wrap("store", store.wrap(storeOf())) }),
    secret: typeof setting.secret === "string" ? setting.secret : [...setting.secret],
    trustHost: setting.trustHost,
    session: {
      ...setting.session,
      ...definedOf({ strategy: setting.strategy }),
      ...(setting.countedTokens && { generateSessionToken: counter("session") }),
    },
    jwt: {
      ...definedOf({ maxAge: setting.jwtMaxAge }),
      ...(setting.functions === "tokens" && calls.wrap("jwt", readableTokens)),
    },
    ...(setting.redirectProxy && {
      redirectProxyUrl: `${setting.redirectProxy === "here" ? setting.origin : "https://proxy.example"}/auth`,
    }),
    callbacks,
    events: setting.events === "none" ? {} : calls.wrap("event", eventsOf(setting)),
    logger: calls.logger,
  };
  return { config: config as unknown as AuthConfig, calls, mails, store };
}

type Params = { token: JWT; session: Session & Record<string, unknown>; trigger?: string; url: string };

function callbacksOf(setting: Setting, library: Library): Record<string, (params: Params) => unknown> {
  const fail = (): never => {
    throw new Error("callback");
  };
  const signIn: Record<Setting["signIn"], (() => unknown) | undefined> = {
    default: undefined,
    yes: () => true,
    no: () => false,
    path: () => "/refused?why=1",
    foreign: () => "https://evil.example/",
    throws: fail,
    "throws-known": () => {
      throw new library.AccessDenied("callback");
    },
  };
  const isRead = ({ trigger }: Params) => trigger === undefined || trigger === "update";
  const jwt: Record<Setting["jwt"], ((params: Params) => unknown) | undefined> = {
    default: undefined,
    kept: ({ token }) => token,
    more: ({ token, trigger, session }) => ({
      ...token,
      ...(trigger === "update" && typeof session === "object" && session),
      seen: String(trigger),
    }),
    large: ({ token, trigger }) => ({ ...token, large: "x".repeat(trigger === "update" ? 10 : 9000) }),
    "none-when-read": (params) => (isRead(params) ? null : params.token),
    "throws-when-read": (params) => (isRead(params) ? fail() : params.token),
    throws: fail,
  };
  const session: Record<Setting["sessionCallback"], ((params: Params) => unknown) | undefined> = {
    default: undefined,
    more: ({ session: given }) => ({ ...given, more: true }),
    all: ({ session: given, ...rest }) => ({ given, rest: Object.keys(definedOf(rest)).sort() }),
    throws: fail,
    none: () => null,
  };
  const redirect: Record<Setting["redirect"], ((params: Params) => unknown) | undefined> = {
    default: undefined,
    "as-asked": ({ url }) => url,
    fixed: () => "https://elsewhere.example/in?x=1",
    foreign: ({ url }) => new URL(url, "https://elsewhere.example").href,
    relative: () => "/always",
    throws: fail,
  };
  const target = redirect[setting.redirect];
  // Known difference "targets": what a callback gives is written as the URL parser writes it.
  const written = target && ((params: Params) => absolute(String(target(params)), setting.origin));
  return definedOf({
    signIn: signIn[setting.signIn],
    jwt: jwt[setting.jwt],
    session: session[setting.sessionCallback],
    redirect: library.isReference ? written : target,
  }) as Record<string, (params: Params) => unknown>;
}

function eventsOf(setting: Setting): Record<string, () => unknown> {
  const run = () => {
    if (setting.events === "throwing") throw new Error("event");
  };
  const names = ["signIn", "signOut", "createUser", "updateUser", "linkAccount", "session"];
  return Object.fromEntries(names.map((name) => [name, run]));
}

/** Ids are counted, so that both sides give the same; one person is known from the beginning. */
function storeOf(): StoreMethods {
  const store = new MemoryStore();
  const known = { id: "user-0", email: "known@example.com", emailVerified: null, name: "Known" };
  store.users.set(known.id, known);
  const id = counter("user");
  const createUser = (user: User & { email: string; emailVerified: Date | null }) => {
    const stored = { ...user, id: id() };
    store.users.set(stored.id, stored);
    return stored;
  };
  return { ...store.adapter, createUser };
}

/** Tokens of the user's own making: whoever has one can read it. */
const readableTokens = {
  encode: ({ token }: { token: unknown }) =>
    Promise.resolve(`own.${encodeURIComponent(JSON.stringify(token))}`),
  decode: ({ token }: { token: string }) => {
    if (!token.startsWith("own.")) throw new Error("not ours");
    return Promise.resolve(JSON.parse(decodeURIComponent(token.slice(4))) as unknown);
  },
};

/** The providers of a setting. */
import type { CredentialsConfig } from "../../../src/runtime/types/provider.js";
import { type FakeProvider, issuer } from "../../oauth/fake-provider.js";
import type { Calls } from "./calls.js";
import type { Setting } from "./setting.js";

/** What a configuration takes from the library that it is for. */
export interface Library {
  readonly AuthError: new (message?: string) => Error;
  readonly AccessDenied: new (message?: string) => Error;
  readonly CredentialsSignin: new (message?: string) => Error & { code: string };
  readonly customFetch: symbol;
  readonly skipCSRFCheck: symbol;
  readonly isReference: boolean;
}

export const definedOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export function counter(name: string): () => string {
  let count = 0;
  return () => `${name}-${++count}`;
}

export function passwordProvider(library: Library, calls: Calls): unknown {
  class Coded extends library.CredentialsSignin {
    override code = "own code";
  }
  const people: Record<string, () => unknown> = {
    bob: () => ({ id: "user-0", name: "Bob", email: "known@example.com", image: "https://i.example/b" }),
    extra: () => ({ id: "9", name: null, email: null, role: "admin", since: new Date(0) }),
    bare: () => ({}),
    "no-id": () => ({ name: "Nora" }),
    number: () => ({ id: 7, name: "Nick" }),
    null: () => null,
    undefined: () => undefined,
    throws: () => {
      throw new Error("authorize");
    },
    code: () => {
      throw new Coded("authorize");
    },
    denied: () => {
      throw new library.AccessDenied("authorize");
    },
  };
  const authorize = (fields: Record<string, unknown>) => people[String(fields["username"])]?.() ?? null;
  const { authorize: recorded } = calls.wrap("provider", { authorize });
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: { label: "Name" }, password: { type: "password", placeholder: "***" } },
    authorize: recorded as unknown as CredentialsConfig["authorize"],
  };
}

export function oauthProviders(
  setting: Setting,
  library: Library,
  fake: FakeProvider,
  calls: Calls,
): unknown[] {
  const own = (profile: Record<string, unknown>) => ({
    id: profile["sub"],
    name: `own ${String(profile["name"])}`,
    email: profile["email"],
    more: 1,
  });
  const profiles: Record<Setting["profile"], ((profile: Record<string, unknown>) => unknown) | undefined> = {
    default: undefined,
    own,
    number: (profile) => ({ ...own(profile), id: 42 }),
    "no-id": ({ name }) => ({ name }),
    throws: () => {
      throw new Error("profile");
    },
    "no-email": ({ sub }) => ({ id: sub }),
  };
  const profile = profiles[setting.profile];
  const recorded: typeof fake.fetch = (input, init = {}) => {
    // When metadata and keys are fetched is a matter of caches; what is asked with codes and tokens is not.
    const address = String(input);
    if (!/openid-configuration|jwks/.test(address)) {
      const headers = new Headers(init.headers);
      for (const name of ["user-agent", "accept"]) headers.delete(name);
      calls.add(`fetch ${init.method ?? "GET"} ${address}`, headers, init.body ?? null);
    }
    const answer = fake.fetch(input, init);
    return address.includes("/plain/token") ? answer.then(withoutIdToken) : answer;
  };
  const shared = {
    clientId: "cid",
    clientSecret: "test-secret",
    [library.customFetch]: recorded,
    ...definedOf({
      checks: setting.checks && [...setting.checks],
      idToken: setting.idToken,
      profile: profile && calls.wrap("provider", { profile }).profile,
      client: setting.tokenAuth && { token_endpoint_auth_method: setting.tokenAuth },
      allowDangerousEmailAccountLinking: setting.dangerousLinking || undefined,
    }),
  };
  const authorization = `${issuer}/authorize`;
  const params = { scope: "openid a", ...(setting.formPost && { response_mode: "form_post" }) };
  const asked =
    setting.endpoints === "text"
      ? `${authorization}?${new URLSearchParams(params)}`
      : { url: authorization, params };
  const endpoints = {
    authorization: asked,
    token: `${issuer}/plain/token`,
    userinfo: `${issuer}/plain/userinfo`,
  };
  const op = {
    id: "op",
    name: "OP",
    type: "oidc",
    issuer,
    ...shared,
    ...(setting.endpoints !== "discovery" && { authorization: asked }),
    ...(setting.functions === "account" && calls.wrap("provider", { account: lessOf })),
    ...(setting.functions === "conform" && { token: calls.wrap("provider", { conform: renewed }) }),
  };
  const oa = {
    id: "oa",
    name: "OA",
    type: "oauth",
    ...endpoints,
    ...shared,
    ...(setting.checks && { checks: setting.checks.filter((check) => check !== "nonce") }),
    ...(setting.functions === "userinfo" && {
      userinfo: { url: endpoints.userinfo, request: knownPerson(calls) },
    }),
    ...(setting.functions === "options" && { options: { name: "Other", style: { bg: "#123456" } } }),
  };
  return setting.functions === "factory" ? [() => op, () => oa] : [op, oa];
}

const lessOf = ({ access_token: access, scope }: Record<string, unknown>) => ({
  access_token: access,
  scope,
});
const knownPerson =
  (calls: Calls) =>
  ({
    tokens,
    provider,
  }: {
    tokens: unknown;
    provider: { userinfo: { url: unknown } } & Record<string, unknown>;
  }) => {
    const { id, clientId, callbackUrl, signinUrl, userinfo } = provider;
    calls.add("provider:request", tokens, {
      id,
      clientId,
      callbackUrl,
      signinUrl,
      url: String(userinfo.url),
    });
    return { sub: "known", name: "Known", email: "third@example.com" };
  };

async function renewed(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined;
  return Response.json({ ...((await response.json()) as object), scope: "conformed" });
}

/** Plain OAuth has none; a token that an unnamed issuer sends all the same is no matter of ours. */
async function withoutIdToken(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { id_token: _dropped, ...tokens } = (await response.json()) as Record<string, unknown>;
  return Response.json(tokens);
}

export function mailProvider({ mail }: Setting, calls: Calls, mails: string[]): unknown {
  const { sendVerificationRequest } = calls.wrap("provider", {
    sendVerificationRequest: ({ url }: { url: string }) => {
      const sent = mail === "failing" ? Promise.reject(new Error("mail")) : Promise.resolve();
      // The reference leaves the promise alone for a while, and a rejection would take the whole process down.
      sent.catch(() => undefined);
      if (mail !== "failing") mails.push(url);
      return sent;
    },
  });
  return {
    id: "email",
    name: "E-mail",
    type: "email",
    from: "us@example.com",
    sendVerificationRequest,
    ...(mail === "short" && { maxAge: 20 }),
    ...(mail === "own-token" && { generateVerificationToken: counter("a-token-that-is-long-enough") }),
    ...(mail === "own-secret" && { secret: "mail-secret" }),
    ...(mail === "own-address" && {
      normalizeIdentifier: (address: string) => `${address.trim().split("@")[0]}@own.example`,
    }),
  };
}

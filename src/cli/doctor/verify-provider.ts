/** Asks a provider whether an app's settings are right, before anybody clicks: `auth add-provider --verify`. */
import { createHash, randomBytes } from "node:crypto";
import { fromRecord } from "../../providers/kit/from-record.js";
import type { ProviderRecord } from "../../providers/kit/record.js";

export interface VerifySettings {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly issuer: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly callbackUrl: string;
}

/** One question to the provider. Never holds a secret. */
export interface VerifyStep {
  readonly step: "discovery" | "keys" | "authorization" | "token";
  /** null: it could not be told. */
  readonly ok: boolean | null;
  readonly seen: string;
}

interface Endpoints {
  readonly authorization: string | undefined;
  readonly token: string | undefined;
}

type Ask = (url: string, init?: RequestInit) => Promise<{ response: Response; text: string }>;

/** Answers to a code that nobody was given: they come only after the client itself was accepted. */
const clientAccepted = /^(?:invalid_grant|bad_verification_code|invalid_code|expired_code|code_expired)$/;
const clientRefused =
  /^(?:invalid_client|unauthorized_client|incorrect_client_credentials|invalid_client_id|invalid_client_secret)$/;

/**
 * Discovery and issuer, keys, client id and callback URL, client secret: in this order, up to the first that is wrong.
 *
 * @param timeoutMs for each request
 */
export async function verifyProvider(
  record: ProviderRecord,
  settings: VerifySettings,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<readonly VerifyStep[]> {
  const steps: VerifyStep[] = [];
  const see = (step: VerifyStep["step"], ok: boolean | null, seen: string) => {
    steps.push({ step, ok, seen });
    return ok !== false;
  };
  const ask: Ask = async (url, init = {}) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { redirect: "manual", ...init, signal: limit });
    return { response, text: (await response.text()).slice(0, 200_000) };
  };
  const { issuer } = settings;
  const config = fromRecord(record, { ...settings.params, ...(issuer && { issuer }) });
  let endpoints: Endpoints = {
    authorization: addressOf(config.authorization),
    token: addressOf(config.token),
  };
  let current: VerifyStep["step"] = "discovery";
  try {
    const known = issuer ?? ("issuer" in config ? config.issuer : undefined);
    if (known && (record.type === "oidc" || !endpoints.authorization)) {
      const found = await discover(ask, known, config.wellKnown, "expectedIssuer" in config, see);
      if (!found) return steps;
      endpoints = {
        authorization: endpoints.authorization ?? found.authorization,
        token: endpoints.token ?? found.token,
      };
      current = "keys";
      if (found.keys !== undefined && !(await checkKeys(ask, found.keys, see))) return steps;
    }
    if (!settings.clientId) {
      see("authorization", null, "not asked: there is no client id yet");
      return steps;
    }
    current = "authorization";
    const verifier = randomBytes(32).toString("base64url");
    const query = authorizationQuery(record, settings, verifier);
    if (
      endpoints.authorization &&
      !(await checkAuthorization(ask, endpoints.authorization, query, settings.callbackUrl, see))
    )
      return steps;
    current = "token";
    if (endpoints.token) await checkToken(ask, endpoints.token, record, settings, verifier, see);
  } catch (error) {
    if (signal.aborted) throw error;
    see(current, false, failureOf(error));
  }
  return steps;
}

type See = (step: VerifyStep["step"], ok: boolean | null, seen: string) => boolean;

async function discover(
  ask: Ask,
  issuer: string,
  wellKnown: string | undefined,
  movingIssuer: boolean,
  see: See,
) {
  const url = wellKnown ?? `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { response, text } = await ask(url);
  const metadata = objectOf(text);
  if (response.status !== 200 || !metadata) {
    see("discovery", false, `${url} answers ${response.status} and no metadata: is the issuer right?`);
    return undefined;
  }
  const named = textOf(metadata["issuer"]);
  if (named !== issuer && !movingIssuer) {
    const slash =
      named?.replace(/\/$/, "") === issuer.replace(/\/$/, "") ? " The slash at the end counts." : "";
    see("discovery", false, `the provider calls itself ${named ?? "nothing"}, not ${issuer}.${slash}`);
    return undefined;
  }
  see("discovery", true, `${named ?? issuer} answers`);
  return {
    authorization: textOf(metadata["authorization_endpoint"]),
    token: textOf(metadata["token_endpoint"]),
    keys: textOf(metadata["jwks_uri"]),
  };
}

async function checkKeys(ask: Ask, url: string, see: See): Promise<boolean> {
  const { response, text } = await ask(url);
  const keys = objectOf(text)?.["keys"];
  const count = Array.isArray(keys) ? keys.length : 0;
  return count > 0
    ? see("keys", true, `${count} key${count === 1 ? "" : "s"}`)
    : see("keys", false, `${url} answers ${response.status} and no keys: no ID token could be checked`);
}

function authorizationQuery(
  record: ProviderRecord,
  { clientId = "", callbackUrl }: VerifySettings,
  verifier: string,
) {
  const rename = (name: string) => record.authorizationRename?.[name] ?? name;
  const scopes = record.scopes ?? (record.type === "oidc" ? ["openid", "profile", "email"] : []);
  const query = new URLSearchParams({
    ...record.authorizationParams,
    response_type: "code",
    [rename("client_id")]: clientId,
    [rename("redirect_uri")]: callbackUrl,
    state: randomBytes(16).toString("base64url"),
  });
  if (scopes.length > 0) query.set(rename("scope"), scopes.join(record.scopeSeparator ?? " "));
  const checks = record.checks ?? ["pkce"];
  if (checks.includes("pkce") && record.pkceMethod !== "plain") {
    query.set("code_challenge", createHash("sha256").update(verifier).digest("base64url"));
    query.set("code_challenge_method", "S256");
  }
  if (checks.includes("nonce") || record.type === "oidc")
    query.set("nonce", randomBytes(16).toString("base64url"));
  return query;
}

/** A provider that knows client and callback URL asks the person to sign in; one that does not says so at once. */
async function checkAuthorization(
  ask: Ask,
  endpoint: string,
  query: URLSearchParams,
  callbackUrl: string,
  see: See,
): Promise<boolean> {
  const url = new URL(endpoint);
  for (const [name, value] of query) url.searchParams.set(name, value);
  const { response } = await ask(url.href);
  const location = response.headers.get("location");
  const target = location === null ? undefined : new URL(location, url);
  const error = target && (target.searchParams.get("error") ?? target.searchParams.get("authError"));
  if (target && (error || /\/error\b/.test(target.pathname))) {
    const back = target.href.startsWith(callbackUrl) ? "comes back with" : "leads to a page about";
    return see(
      "authorization",
      false,
      `it ${back} ${plain(error ?? "an error")}. Is ${callbackUrl} registered, and is the client id right?`,
    );
  }
  if (response.status >= 400) {
    return see(
      "authorization",
      false,
      `it answers ${response.status}. Is ${callbackUrl} registered, and is the client id right?`,
    );
  }
  return see("authorization", true, "the provider asks the person to sign in");
}

/** A code that nobody was given: the provider has to look at the client first. */
async function checkToken(
  ask: Ask,
  endpoint: string,
  record: ProviderRecord,
  { clientId = "", clientSecret, callbackUrl }: VerifySettings,
  verifier: string,
  see: See,
): Promise<void> {
  if (record.tokenRequest)
    return void see("token", null, "not asked: this provider has a token request of its own");
  const method = record.clientAuth ?? "client_secret_basic";
  if (!clientSecret && method !== "none")
    return void see("token", null, "not asked: there is no client secret yet");
  if (!/^(?:client_secret_(?:basic|post)|none)$/.test(method))
    return void see("token", null, `not asked: the client proves itself by ${method}`);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: randomBytes(16).toString("base64url"),
    redirect_uri: callbackUrl,
    code_verifier: verifier,
  });
  const headers = new Headers({ accept: "application/json" });
  if (method === "client_secret_basic") {
    const pair = [clientId, clientSecret ?? ""].map((part) => encodeURIComponent(part)).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  } else {
    form.set("client_id", clientId);
    if (clientSecret) form.set("client_secret", clientSecret);
  }
  const { response, text } = await ask(endpoint, { method: "POST", headers, body: form });
  const error = textOf(objectOf(text)?.["error"]) ?? new URLSearchParams(text).get("error") ?? undefined;
  if (error !== undefined && clientAccepted.test(error))
    see("token", true, "client id and secret are accepted");
  else if (response.status === 401 || (error !== undefined && clientRefused.test(error)))
    see("token", false, `client id or secret is refused (${plain(error ?? String(response.status))})`);
  else
    see(
      "token",
      null,
      `it answers ${response.status}${error ? ` with ${plain(error)}` : ""}, which tells nothing about the secret`,
    );
}

/** Providers write what they like: no controls, and no more than a word or two. */
const plain = (text: string): string => text.replace(/[^\w .:-]/g, "").slice(0, 60);

function failureOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no connection";
  return `it cannot be reached (${plain(code)})`;
}

function addressOf(endpoint: unknown): string | undefined {
  const url =
    typeof endpoint === "object" && endpoint !== null && "url" in endpoint
      ? textOf(endpoint.url)
      : textOf(endpoint);
  return url && URL.canParse(url) && !/\{\w+\}/.test(url) ? url : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

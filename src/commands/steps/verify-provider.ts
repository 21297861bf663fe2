/** Asks a provider whether an app's settings are right, before anybody clicks: `auth add-provider --verify`. */
import { createHash, randomBytes } from "node:crypto";
import { entraIssuers } from "../../providers/kit/entra-issuer.js";
import { fromRecord } from "../../providers/kit/from-record.js";
import { conformToken } from "../../providers/kit/token-answer.js";
import type { ProviderRecord } from "../../providers/kit/record.js";
import { type TimeLimit, within } from "./time-limit.js";

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
  /** Only when they were discovered. */
  readonly keys?: string | undefined;
}

/** The questions to one provider, and the steps that have an answer. */
class Inquiry {
  readonly steps: VerifyStep[] = [];
  readonly record: ProviderRecord;
  readonly settings: VerifySettings;
  /** Code verifier of PKCE (RFC 7636), the same for every question. */
  readonly verifier = randomBytes(32).toString("base64url");
  /** What a request that fails says something about. */
  #step: VerifyStep["step"] = "discovery";
  readonly #limits: TimeLimit;

  constructor(record: ProviderRecord, settings: VerifySettings, limits: TimeLimit) {
    this.record = record;
    this.settings = settings;
    this.#limits = limits;
  }

  begin(step: VerifyStep["step"]): void {
    this.#step = step;
  }

  /** @returns whether the next step may be asked */
  see(ok: boolean | null, seen: string): boolean {
    this.steps.push({ step: this.#step, ok, seen });
    return ok !== false;
  }

  async ask(url: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
    return within(this.#limits, async (signal) => {
      const response = await fetch(url, { redirect: "manual", ...init, signal });
      return { response, text: (await response.text()).slice(0, 200_000) };
    });
  }
}

/** Answers to a code that nobody was given: they come only after the client itself was accepted. */
const clientAccepted = /^(?:invalid_grant|bad_verification_code|invalid_code|expired_code|code_expired)$/;
const clientRefused =
  /^(?:invalid_client|unauthorized_client|incorrect_client_credentials|invalid_client_id|invalid_client_secret)$/;

/** Discovery and issuer, keys, client id and callback URL, client secret: in this order, up to the first that is wrong. */
export async function verifyProvider(
  record: ProviderRecord,
  settings: VerifySettings,
  limits: TimeLimit,
): Promise<readonly VerifyStep[]> {
  const inquiry = new Inquiry(record, settings, limits);
  const { issuer, params } = settings;
  const hooks = { conformToken, issuer: issuersOf[record.id] ?? {} };
  const config = fromRecord(record, { ...params, ...(issuer && { issuer }) }, hooks);
  try {
    await inquire(inquiry, config);
  } catch (error) {
    if (limits.signal.aborted) throw error;
    inquiry.see(false, failureOf(error));
  }
  return inquiry.steps;
}

type Config = ReturnType<typeof fromRecord>;

/** Whose metadata name the tenant by its id, or a template. */
const issuersOf: Readonly<Record<string, typeof entraIssuers>> = {
  "azure-ad": entraIssuers,
  "microsoft-entra-id": entraIssuers,
};

async function inquire(inquiry: Inquiry, config: Config): Promise<void> {
  const endpoints = await findEndpoints(inquiry, config);
  if (!endpoints) return;
  if (endpoints.keys !== undefined && !(await checkKeys(inquiry, endpoints.keys))) return;
  inquiry.begin("authorization");
  if (!inquiry.settings.clientId) {
    inquiry.see(null, "not asked: there is no client id yet");
    return;
  }
  if (endpoints.authorization && !(await checkAuthorization(inquiry, endpoints.authorization))) return;
  if (endpoints.token) await checkToken(inquiry, endpoints.token);
}

/** The addresses of the configuration; what it lacks, and the keys, are discovered. */
async function findEndpoints(inquiry: Inquiry, config: Config): Promise<Endpoints | undefined> {
  const { record, settings } = inquiry;
  const own: Endpoints = { authorization: addressOf(config.authorization), token: addressOf(config.token) };
  const issuer = settings.issuer ?? ("issuer" in config ? config.issuer : undefined);
  if (!issuer || (record.type !== "oidc" && own.authorization)) return own;
  const found = await discover(inquiry, issuer, config);
  return (
    found && {
      authorization: own.authorization ?? found.authorization,
      token: own.token ?? found.token,
      keys: found.keys,
    }
  );
}

async function discover(inquiry: Inquiry, issuer: string, config: Config): Promise<Endpoints | undefined> {
  const url = config.wellKnown ?? `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { response, text } = await inquiry.ask(url);
  const metadata = objectOf(text);
  if (response.status !== 200 || !metadata) {
    inquiry.see(false, `${url} answers ${response.status} and no metadata: is the issuer right?`);
    return undefined;
  }
  const named = textOf(metadata["issuer"]);
  if (named !== issuer && !isOtherName(config, named ?? "", issuer)) {
    const slash =
      named?.replace(/\/$/, "") === issuer.replace(/\/$/, "") ? " The slash at the end counts." : "";
    inquiry.see(false, `the provider calls itself ${named ?? "nothing"}, not ${issuer}.${slash}`);
    return undefined;
  }
  inquiry.see(true, `${named ?? issuer} answers`);
  return {
    authorization: textOf(metadata["authorization_endpoint"]),
    token: textOf(metadata["token_endpoint"]),
    keys: textOf(metadata["jwks_uri"]),
  };
}

/** Of a template, or of the tenant that the address means. */
const isOtherName = ({ expectedIssuer, acceptsIssuer }: Config, named: string, issuer: string): boolean =>
  (expectedIssuer !== undefined && named.includes("{")) || acceptsIssuer?.(named, issuer) === true;

async function checkKeys(inquiry: Inquiry, url: string): Promise<boolean> {
  inquiry.begin("keys");
  const { response, text } = await inquiry.ask(url);
  const keys = objectOf(text)?.["keys"];
  const count = Array.isArray(keys) ? keys.length : 0;
  return count > 0
    ? inquiry.see(true, `${count} key${count === 1 ? "" : "s"}`)
    : inquiry.see(false, `${url} answers ${response.status} and no keys: no ID token could be checked`);
}

function authorizationQuery({ record, settings, verifier }: Inquiry): URLSearchParams {
  const { clientId = "", callbackUrl } = settings;
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
async function checkAuthorization(inquiry: Inquiry, endpoint: string): Promise<boolean> {
  inquiry.begin("authorization");
  const { callbackUrl } = inquiry.settings;
  const url = new URL(endpoint);
  for (const [name, value] of authorizationQuery(inquiry)) url.searchParams.set(name, value);
  const { response } = await inquiry.ask(url.href);
  const location = response.headers.get("location");
  const target = location === null ? undefined : new URL(location, url);
  const error = target && (target.searchParams.get("error") ?? target.searchParams.get("authError"));
  if (target && (error || /\/error\b/.test(target.pathname))) {
    const back = target.href.startsWith(callbackUrl) ? "comes back with" : "leads to a page about";
    return inquiry.see(
      false,
      `it ${back} ${plain(error ?? "an error")}. Is ${callbackUrl} registered, and is the client id right?`,
    );
  }
  if (response.status >= 400) {
    return inquiry.see(
      false,
      `it answers ${response.status}. Is ${callbackUrl} registered, and is the client id right?`,
    );
  }
  return inquiry.see(true, "the provider asks the user to sign in");
}

/** A code that nobody was given: the provider has to look at the client first. */
async function checkToken(inquiry: Inquiry, endpoint: string): Promise<void> {
  inquiry.begin("token");
  const method = inquiry.record.clientAuth ?? "client_secret_basic";
  const obstacle = tokenObstacle(inquiry, method);
  if (obstacle !== undefined) return void inquiry.see(null, `not asked: ${obstacle}`);
  const { response, text } = await inquiry.ask(endpoint, tokenRequest(inquiry, method));
  const error = textOf(objectOf(text)?.["error"]) ?? new URLSearchParams(text).get("error") ?? undefined;
  if (error !== undefined && clientAccepted.test(error))
    inquiry.see(true, "client id and secret are accepted");
  else if (response.status === 401 || (error !== undefined && clientRefused.test(error)))
    inquiry.see(false, `client id or secret is refused (${plain(error ?? String(response.status))})`);
  else
    inquiry.see(
      null,
      `it answers ${response.status}${error ? ` with ${plain(error)}` : ""}, which tells nothing about the secret`,
    );
}

/** Why the token endpoint cannot be asked; undefined when it can. */
function tokenObstacle({ record, settings }: Inquiry, method: string): string | undefined {
  if (record.tokenRequest) return "this provider has a token request of its own";
  if (!settings.clientSecret && method !== "none") return "there is no client secret yet";
  const isKnown = /^(?:client_secret_(?:basic|post)|none)$/.test(method);
  return isKnown ? undefined : `the client proves itself by ${method}`;
}

function tokenRequest({ settings, verifier }: Inquiry, method: string): RequestInit {
  const { clientId = "", clientSecret, callbackUrl } = settings;
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
  return { method: "POST", headers, body: form };
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

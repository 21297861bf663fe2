/** signIn, signOut and update for server actions and route handlers: the handler's own POSTs, without a browser. */
import { AuthError, SignInError, SignOutError, toError } from "../../errors/index.js";
import { causeOf, FlowFailure, type FlowResult } from "../../http/flow-result.js";
import { type Operation, perform } from "../../operations.js";
import { raw } from "../../types/symbols.js";
import { signInAction } from "../../routes.js";
import { pageUrl } from "../../security/page-url.js";
import type { Session } from "../../types/entities.js";
import type { CookieChange } from "../../http/cookies.js";
import { headersModule, navigationModule } from "./next-modules.js";
import { resolveSite, type ResolvedSite } from "./site.js";
import type { SignInChoice, SignInParams, SignOutChoice } from "./result-types.js";
import type { AnyFrameworkConfig } from "./types.js";

interface Caller {
  readonly scope: ResolvedSite;
  readonly headers: Headers;
}

async function caller(config: AnyFrameworkConfig): Promise<Caller> {
  const { headers } = await headersModule();
  const list = new Headers(await headers());
  // What is posted is a form of ours, whatever form the caller is answering.
  list.set("content-type", "application/x-www-form-urlencoded");
  return { scope: await resolveSite(config, (name) => list.get(name)), headers: list };
}

/**
 * Runs an action and sends its cookies along with whatever Next answers, also when the action fails.
 *
 * @throws AuthError for whatever went wrong, also in code of the user
 */
async function performFor(
  { scope, headers }: Caller,
  Failure: new (error: Error) => AuthError,
  request: Omit<Operation, "headers">,
): Promise<FlowResult> {
  let result: FlowResult;
  try {
    result = await perform(scope.resolved, scope.site, { ...request, headers });
  } catch (thrown) {
    if (thrown instanceof FlowFailure) await send(thrown.cookies);
    const error = causeOf(toError(thrown));
    // With a digest it is no failure: code of the user steers Next by it, as redirect() does.
    throw error instanceof AuthError || "digest" in error ? error : new Failure(error);
  }
  await send(result.cookies);
  return result;
}

async function send(changes: readonly CookieChange[] = []): Promise<void> {
  const { cookies } = await headersModule();
  const jar = await cookies();
  for (const { name, value, options } of changes) jar.set(name, value, options as object);
}

async function go(url: string, shouldRedirect: boolean): Promise<string> {
  if (!shouldRedirect) return url;
  return (await navigationModule()).redirect(url);
}

export async function signIn(
  config: AnyFrameworkConfig,
  provider: string | undefined,
  options: FormData | SignInChoice = {},
  authorizationParams?: SignInParams,
): Promise<string> {
  const {
    redirect: shouldRedirect = true,
    redirectTo,
    ...fields
  }: SignInChoice = options instanceof FormData ? Object.fromEntries(options) : options;
  const from = await caller(config);
  const callbackUrl = String(redirectTo ?? from.headers.get("referer") ?? "/");
  const known = provider === undefined ? undefined : from.scope.resolved.provider(provider);
  if (provider === undefined || known === undefined) {
    return go(`${pageUrl(from.scope, "/signin")}?${new URLSearchParams({ callbackUrl })}`, shouldRedirect);
  }
  const result = await performFor(from, SignInError, {
    action: signInAction(known),
    providerId: provider,
    body: { ...asForm(fields), callbackUrl },
    search: new URLSearchParams(authorizationParams).toString(),
  });
  return go(locationOf(result) ?? callbackUrl, shouldRedirect);
}

export async function signOut(
  config: AnyFrameworkConfig,
  options?: (SignOutChoice & { [raw]?: true }) | null,
): Promise<unknown> {
  const from = await caller(config);
  const callbackUrl = options?.redirectTo ?? from.headers.get("referer") ?? "/";
  const body = { callbackUrl, federated: options?.federated };
  const result = await performFor(from, SignOutError, { action: "signout", body });
  const url = locationOf(result) ?? callbackUrl;
  const shouldRedirect = options?.redirect ?? true;
  if (options && raw in options && !shouldRedirect) return { redirect: url, cookies: result.cookies ?? [] };
  return go(url, shouldRedirect);
}

export async function update(config: AnyFrameworkConfig, data: unknown): Promise<Session | null> {
  // By way of JSON, as from the browser: callbacks get no dates, and nothing that they could change for the caller.
  const body = JSON.parse(JSON.stringify({ data })) as Record<string, unknown>;
  const result = await performFor(await caller(config), AuthError, { action: "session", body });
  return result.kind === "json" ? (result.body as Session | null) : null;
}

/** A form carries text: `authorize` is given the same whether a browser or the app's own code sends it. */
const asForm = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const locationOf = (result: FlowResult): string | undefined =>
  result.kind === "redirect" ? result.location : undefined;

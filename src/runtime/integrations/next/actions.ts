/** signIn, signOut and update for server actions and route handlers: the handler's own POSTs, without a browser. */
import { FlowFailure } from "../../http/flow-result.js";
import { act, type Act } from "../../operations.js";
import { raw } from "../../options.js";
import type { Session } from "../../types/entities.js";
import type { FlowResult } from "../../types/flow.js";
import { siteOf, type Site } from "./site.js";
import type { FrameworkAuthConfig, SignInChoice, SignInParams, SignOutChoice } from "./types.js";

interface Caller {
  readonly site: Site;
  readonly headers: Headers;
}

async function caller(config: FrameworkAuthConfig): Promise<Caller> {
  const { headers } = await import("next/headers.js");
  const list = new Headers(await headers());
  return { site: siteOf(config, (name) => list.get(name)), headers: list };
}

/** Runs an action and sends its cookies along with whatever Next answers. */
async function perform({ site, headers }: Caller, request: Omit<Act, "headers">): Promise<FlowResult> {
  try {
    const result = await act(site.compiled, site.mount, { ...request, headers });
    await send(result.cookies);
    return result;
  } catch (thrown) {
    if (!(thrown instanceof FlowFailure)) throw thrown;
    await send(thrown.cookies);
    throw thrown.cause;
  }
}

async function send(changes: FlowResult["cookies"] = []): Promise<void> {
  const { cookies } = await import("next/headers.js");
  const jar = await cookies();
  for (const { name, value, options } of changes) jar.set(name, value, options as object);
}

async function go(url: string, shouldRedirect: boolean | undefined): Promise<string> {
  if (shouldRedirect === false) return url;
  const { redirect } = await import("next/navigation.js");
  return redirect(url);
}

export async function signIn(
  config: FrameworkAuthConfig,
  provider: string | undefined,
  options: FormData | SignInChoice = {},
  authorizationParams?: SignInParams,
): Promise<string> {
  const {
    redirect: shouldRedirect,
    redirectTo,
    ...fields
  }: SignInChoice = options instanceof FormData ? Object.fromEntries(options) : options;
  const from = await caller(config);
  const { compiled, mount } = from.site;
  const callbackUrl = String(redirectTo ?? from.headers.get("referer") ?? "/");
  const known = provider === undefined ? undefined : compiled.provider(provider);
  if (provider === undefined || known === undefined) {
    return go(`${mount.base}/signin?${new URLSearchParams({ callbackUrl })}`, shouldRedirect);
  }
  const result = await perform(from, {
    action: known.type === "credentials" ? "callback" : "signin",
    providerId: provider,
    body: { ...fields, callbackUrl },
    search: new URLSearchParams(authorizationParams).toString(),
  });
  return go(locationOf(result) ?? callbackUrl, shouldRedirect);
}

export async function signOut(
  config: FrameworkAuthConfig,
  options: SignOutChoice & { [raw]?: true } = {},
): Promise<unknown> {
  const from = await caller(config);
  const callbackUrl = options.redirectTo ?? from.headers.get("referer") ?? "/";
  const result = await perform(from, { action: "signout", body: { callbackUrl } });
  const url = locationOf(result) ?? callbackUrl;
  if (options.redirect === false && raw in options) return { redirect: url, cookies: result.cookies ?? [] };
  return go(url, options.redirect);
}

export async function update(config: FrameworkAuthConfig, data: unknown): Promise<Session | null> {
  const result = await perform(await caller(config), { action: "session", body: { data } });
  return result.kind === "json" ? (result.body as Session | null) : null;
}

const locationOf = (result: FlowResult): string | undefined =>
  result.kind === "redirect" ? result.location : undefined;

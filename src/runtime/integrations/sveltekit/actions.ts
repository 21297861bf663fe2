/** Sign-in, sign-out and update from server code: the handler's own POSTs, without a browser. */
import { error as refuse, fail, redirect, type ActionFailure, type RequestEvent } from "@sveltejs/kit";
import { AuthError, CredentialsSignin, SignInError, SignOutError, toError } from "../../errors/index.js";
import { clientTypes } from "../../errors/facts.js";
import { causeOf, FlowFailure, type FlowResult } from "../../http/flow-result.js";
import type { CookieChange } from "../../http/cookies.js";
import { type Operation, perform } from "../../operations.js";
import { signInAction } from "../../routes.js";
import { isForeign } from "../../security/csrf.js";
import { pageUrl } from "../../security/page-url.js";
import type { Caller } from "../../server-functions/plugin-functions.js";
import type { Session } from "../../types/entities.js";
import { setKitCookie } from "./event.js";
import type { SignInFields, SignInFailure, SignOutFields } from "./types.js";

/** Who calls, with the event that the cookies go to. */
export interface ActionCaller extends Pick<Caller, "scope"> {
  readonly event: RequestEvent;
  /** Cookies were set. */
  changed(): void;
}

/** @throws AuthError for whatever went wrong, also in code of the user */
async function performFor(
  { event, scope, changed }: ActionCaller,
  Failure: new (error: Error) => AuthError,
  request: Omit<Operation, "headers">,
): Promise<FlowResult> {
  const headers = new Headers(event.request.headers);
  // What is posted is a form of ours, whatever form the caller is answering.
  headers.set("content-type", "application/x-www-form-urlencoded");
  const send = (changes: readonly CookieChange[] = []) => {
    for (const change of changes) setKitCookie(event, change);
    if (changes.length > 0) changed();
  };
  try {
    const result = await perform(scope.resolved, scope.site, { ...request, headers });
    send(result.cookies);
    return result;
  } catch (thrown) {
    if (thrown instanceof FlowFailure) send(thrown.cookies);
    const error = causeOf(toError(thrown));
    throw error instanceof AuthError ? error : new Failure(error);
  }
}

const wayBack = ({ request }: RequestEvent): string => request.headers.get("referer") ?? "/";

export async function signIn(
  from: ActionCaller,
  provider: string | undefined,
  { redirectTo = wayBack(from.event), ...fields }: SignInFields = {},
): Promise<never> {
  const { resolved } = from.scope;
  const known = provider === undefined ? undefined : resolved.provider(provider);
  if (provider === undefined || known === undefined)
    redirect(303, `${pageUrl(from.scope, "/signin")}?${new URLSearchParams({ callbackUrl: redirectTo })}`);
  const result = await performFor(from, SignInError, {
    action: signInAction(known),
    providerId: provider,
    body: { ...asForm(fields), callbackUrl: redirectTo },
  });
  return redirect(303, locationOf(result) ?? redirectTo);
}

export async function signOut(
  from: ActionCaller,
  { redirectTo = wayBack(from.event), federated }: SignOutFields = {},
): Promise<never> {
  const body = { callbackUrl: redirectTo, federated };
  const result = await performFor(from, SignOutError, { action: "signout", body });
  return redirect(303, locationOf(result) ?? redirectTo);
}

export async function update(from: ActionCaller, data: unknown): Promise<Session | null> {
  // By way of JSON, as from the browser: callbacks get no dates, and nothing that they could change for the caller.
  const body: Record<string, unknown> = JSON.parse(JSON.stringify({ data }));
  const result = await performFor(from, AuthError, { action: "session", body });
  return result.kind === "json" ? JSON.parse(result.text ?? JSON.stringify(result.body)) : null;
}

/** The form action of a sign-in: what its form has, and what goes back to it where the sign-in fails. */
export async function signInByForm(from: ActionCaller): Promise<ActionFailure<SignInFailure>> {
  const { providerId, ...fields } = await fieldsOf(from);
  try {
    return await signIn(from, providerId || undefined, fields);
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown;
    const isKnown = clientTypes.some((type) => type === thrown.type);
    const code = thrown instanceof CredentialsSignin ? thrown.code : undefined;
    const status = thrown.type === "TooManyAttempts" ? 429 : isKnown ? 401 : 500;
    return fail(status, { error: isKnown ? thrown.type : "Configuration", code });
  }
}

export async function signOutByForm(from: ActionCaller): Promise<never> {
  const { redirectTo, federated } = await fieldsOf(from);
  return signOut(from, { redirectTo, federated });
}

/**
 * Kit refuses forms of other sites, but not those of origins that the app trusts for one callback, nor in development.
 *
 * @throws what `error` of Kit throws, for a form of another site
 */
async function fieldsOf({ event, scope }: ActionCaller): Promise<Partial<Record<string, string>>> {
  const { request } = event;
  if (isForeign((name) => request.headers.get(name), scope.site.origin))
    refuse(403, "This form was sent by another site");
  return asForm(Object.fromEntries(await request.formData()));
}

/** A form carries text: `authorize` is given the same whether a browser or the app's own code sends it. */
const asForm = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const locationOf = (result: FlowResult): string | undefined =>
  result.kind === "redirect" ? result.location : undefined;

/** Entry point `authwright/webauthn`: sign-in with a passkey from an app's own page. */
import type { PublicProvider } from "../types/entities.js";
import {
  base,
  formAction,
  getCsrfToken,
  getProviders,
  leaveTo,
  postForm,
  type SignInAuthorizationParams,
  type SignInOptions,
  signInResponse,
  type SignInResponse,
} from "./calls.js";
import { addressFromEnvironment } from "./config.js";
import { store } from "./session-store.js";

export type { SignInAuthorizationParams, SignInOptions, SignInResponse };

/** Options as JSON: bytes are base64url (Web Authentication Level 3 sections 5.4, 5.5). */
type Key = Omit<PublicKeyCredentialDescriptor, "id"> & { id: string };
type Registration = Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> & {
  challenge: string;
  user: Omit<PublicKeyCredentialUserEntity, "id"> & { id: string };
  excludeCredentials?: Key[];
};
type Authentication = Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
  challenge: string;
  allowCredentials?: Key[];
};
type Ceremony =
  | { action: "register"; options: Registration }
  | { action: "authenticate"; options: Authentication };

/** Options of `signIn` with a passkey; further members are the fields of the form. */
export interface PasskeySignInOptions<Redirect extends boolean = true> extends SignInOptions<Redirect> {
  /** Default: the server decides by who is signed in and whether it knows the `email`. */
  action?: "register" | "authenticate";
}

/**
 * Registers a passkey or signs in with one. Call it from a click: browsers want to see one.
 *
 * @param provider id of a WebAuthn provider
 * @param options `action`; `redirectTo`, `redirect`; and the fields that the provider asks for, such as `email`
 * @param authorizationParams further query parameters of the callback
 * @returns with `redirect: false` the answer; undefined when the server has no options for this request (the
 * console says why); otherwise the browser leaves the page
 * @throws TypeError when the id is of no WebAuthn provider
 * @throws DOMException of the browser, such as NotAllowedError when the person cancels
 * @example await signIn("passkey", { email, redirectTo: "/account" })
 */
export async function signIn(
  provider: string,
  options: PasskeySignInOptions<false>,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined>;
export async function signIn(
  provider: string,
  options?: PasskeySignInOptions,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>;
export async function signIn(
  provider: string,
  options: PasskeySignInOptions<boolean> = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined | void> {
  const {
    callbackUrl,
    redirectTo = callbackUrl ?? window.location.href,
    redirect = true,
    ...fields
  } = options;
  store.basePath ||= addressFromEnvironment().basePath;
  const providers = await getProviders();
  if (!providers) return leaveTo(`${base()}/error`);
  const chosen = webauthnProvider(providers, provider);
  const ceremony = await askOptions(chosen.id, fields);
  if (ceremony === undefined) return undefined;
  const data = JSON.stringify(await perform(ceremony));
  const csrfToken = await getCsrfToken();
  const { response, url } = await postForm(
    `${base()}/callback/${encodeURIComponent(chosen.id)}?${new URLSearchParams(authorizationParams)}`,
    { ...fields, action: ceremony.action, data, csrfToken, callbackUrl: redirectTo },
  );
  if (redirect) return leaveTo(url ?? redirectTo);
  return signInResponse(response, url);
}

function webauthnProvider(providers: Record<string, PublicProvider>, id: string): PublicProvider {
  const provider = Object.hasOwn(providers, id) ? providers[id] : undefined;
  if (provider === undefined || formAction(provider) !== undefined) {
    throw new TypeError(`"${id}" is no WebAuthn provider: use signIn from the general entry point`);
  }
  return provider;
}

async function askOptions(id: string, fields: Record<string, unknown>): Promise<Ceremony | undefined> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  const response = await fetch(`${base()}/webauthn-options/${encodeURIComponent(id)}?${query}`);
  // An error page is what redirects lead to.
  if (response.ok && !response.redirected) return (await response.json()) as Ceremony;
  // oxlint-disable-next-line no-console -- the page's console is all there is
  console.error(`[auth] webauthn-options: ${response.status} ${response.statusText}`);
  return undefined;
}

async function perform({ action, options }: Ceremony): Promise<object> {
  const challenge = bytesOf(options.challenge);
  if (action === "register") {
    const publicKey = {
      ...options,
      challenge,
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: idsOf(options.excludeCredentials),
    };
    const { response, ...rest } = describe(await navigator.credentials.create({ publicKey }));
    const made = response as AuthenticatorAttestationResponse;
    return {
      ...rest,
      response: {
        clientDataJSON: textOf(made.clientDataJSON),
        attestationObject: textOf(made.attestationObject),
        transports: made.getTransports?.() ?? [],
      },
    };
  }
  const publicKey = {
    ...options,
    challenge,
    allowCredentials: idsOf(options.allowCredentials),
  };
  const { response, ...rest } = describe(await navigator.credentials.get({ publicKey }));
  const given = response as AuthenticatorAssertionResponse;
  return {
    ...rest,
    response: {
      clientDataJSON: textOf(given.clientDataJSON),
      authenticatorData: textOf(given.authenticatorData),
      signature: textOf(given.signature),
      ...(given.userHandle && { userHandle: textOf(given.userHandle) }),
    },
  };
}

function describe(credential: Credential | null) {
  const { id, rawId, type, authenticatorAttachment, response, getClientExtensionResults } =
    credential as PublicKeyCredential;
  return {
    id,
    rawId: textOf(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: getClientExtensionResults.call(credential),
    response,
  };
}

const idsOf = (list: Key[] = []) => list.map((each) => ({ ...each, id: bytesOf(each.id) }));

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

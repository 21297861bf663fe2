/**
 * What modules of providers bring along for their kind: loaded when it is used, so that apps without it do not carry it.
 * Internal: nothing here is exported from the package.
 */
import type * as credentialsFlows from "../flows/credentials.js";
import type * as emailFlows from "../flows/email.js";
import type * as passkeyFlows from "../flows/passkeys.js";
import type { SignInForm } from "../pages/sign-in.js";

export type EmailFlows = typeof emailFlows;
export type PasskeyFlows = typeof passkeyFlows;
/** A form may join those of other kinds. */
export type CredentialsFlows = Pick<typeof credentialsFlows, "callback"> & SignInForm;

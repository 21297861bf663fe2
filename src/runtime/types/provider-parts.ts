/**
 * Flows and forms that modules of providers bring along: loaded when they are used, so that other apps do not carry them.
 * Internal: nothing here is exported from the package.
 */
import type { Linking, SignIn, SignInMethod } from "../accounts/sign-in.js";
import type { CookieChange } from "../http/cookies.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Html } from "../pages/html.js";
import type { AddingForm, SignInForm } from "../pages/provider-form.js";
import type { AdapterUser } from "./adapter.js";
import type { CredentialsConfig } from "./credentials-provider.js";
import type { EmailConfig } from "./email-provider.js";
import type { InternalProvider } from "./finished-provider.js";
import type { FlowContext } from "./flow.js";
import type { Language } from "./messages.js";
import type { WebAuthnConfig } from "./webauthn.js";

/** What providers of every kind bring but those of OAuth: a form, and the flows of routes. */
export interface ProviderFlows extends SignInForm {
  /** POST /signin/:id. */
  start?(context: FlowContext): Promise<FlowResult>;
  /** GET or POST /callback/:id. */
  callback(context: FlowContext): Promise<FlowResult>;
  /** GET /webauthn-options/:id. */
  options?(context: FlowContext): Promise<FlowResult>;
}

/** A form may join those of other kinds. */
export interface CredentialsFlows extends ProviderFlows {
  callback(context: FlowContext<CredentialsConfig>): Promise<FlowResult>;
}

/** Of a sign-in that may wait for a step. */
export interface WaitingFlows extends ProviderFlows {
  /** How it gets its user. */
  readonly method: SignInMethod;
}

export interface EmailFlows extends WaitingFlows {
  start(context: FlowContext<EmailConfig>): Promise<FlowResult>;
  callback(context: FlowContext<EmailConfig>): Promise<FlowResult>;
  /** GET /verify-request. @param provider undefined: the address of the page names none */
  verifyRequestPage(context: FlowContext, provider: EmailConfig | undefined): Promise<FlowResult>;
  /** Asks before an account is added. @returns undefined: there is nothing to ask */
  addPage(context: FlowContext, provider: InternalProvider): Promise<FlowResult | undefined>;
  /** The note about a session that a stranger may have begun. @param begun the cookies of the session */
  noteSession(context: FlowContext, begun: readonly CookieChange[]): Promise<readonly CookieChange[]>;
  /** The owner has said that the session is their own. */
  clearNote(context: FlowContext): readonly CookieChange[];
  /** @throws AccountNotLinked, which leads to a page that asks */
  assertOwnSession(context: FlowContext, provider: string): Promise<void>;
  /** Mails the owner a link that connects the account again. @returns the cookie of the browser that tried */
  askOwner(linking: Linking, owner: AdapterUser): Promise<readonly CookieChange[]>;
}

export interface PasskeyFlows extends WaitingFlows {
  callback(context: FlowContext<WebAuthnConfig>): Promise<FlowResult>;
  options(context: FlowContext<WebAuthnConfig>): Promise<FlowResult>;
  script(nonce: string, language?: Language): Html;
  /** The form that adds a passkey to who is signed in. */
  addForm(provider: WebAuthnConfig, given: AddingForm): Html;
  /** A page with that form. */
  addPage(context: FlowContext<WebAuthnConfig>): Promise<FlowResult>;
  /** Parameters in the address of a page on which a passkey was added. */
  readonly addedMark: { readonly passkey: "added" };
  isAdded(context: Pick<FlowContext, "request">): boolean;
  /** `onLinked` of a registration that waited for a step. */
  keep(
    context: FlowContext<WebAuthnConfig>,
    passkey: NonNullable<SignIn["passkey"]>,
  ): NonNullable<SignIn["onLinked"]>;
}

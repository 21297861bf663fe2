/** The sign-in page and its forms, as providers see them. Internal: nothing here is exported from the package. */
import type { CallbackRouteError } from "../errors/index.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { FlowContext, PluginPath } from "../types/flow.js";
import type { Language } from "../types/messages.js";
import type { EmailConfig } from "../types/provider.js";
import type { Html } from "./html.js";
import type { Look } from "./page.js";

/** What forms are sent with. */
export interface Sending {
  /** origin + basePath. */
  readonly base: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  /** Seconds since a provider has asked the person, at most. */
  readonly maxAge?: string | null;
}

export interface Filling extends Sending {
  /** Where a page is whose path is below the base path. */
  urlOf(path: PluginPath): string;
  readonly language?: Language | undefined;
  readonly email: string | null;
  /** Id of the provider that this browser used last. */
  readonly last: string | undefined;
  /** Of kinds of providers other than OAuth; none on a page of buttons. */
  readonly forms?: Forms;
  /** The one form whose button stands out. */
  readonly primary: InternalProvider | undefined;
}

/** How the sign-in page shows providers of one kind. */
export interface ProviderForm {
  form(provider: InternalProvider, given: Filling): Html;
  /** Without it the form does nothing. */
  script?(nonce: string, language?: Language): Html;
}

/** A form that may stand for those of other providers. */
export interface SignInForm extends ProviderForm {
  /** The page as it is with that. */
  join?(page: SignInPage, context: FlowContext): SignInPage;
  /** Fields that are its own where it holds the form of a sign-in by mail: nothing of that sign-in is given them. */
  readonly ownFields?: readonly string[];
  /** What ends a sign-in by mail whose address, typed into it, is none. */
  wrongAddress?(context: FlowContext<EmailConfig>, error: CallbackRouteError): Promise<Error>;
}

/** By the type of the provider. */
export type Forms = ReadonlyMap<string, SignInForm>;

export interface SignInPage extends Look, Omit<Filling, "primary" | "language"> {
  readonly providers: readonly InternalProvider[];
  readonly forms: Forms;
  /** What did not work. */
  readonly problem: string | undefined;
  /** Who is signed in: a name or an address, "" when neither is known. */
  readonly userLabel: string | undefined;
  readonly signOut: string;
}

/** What the form that adds a passkey is made with. */
export interface AddingForm extends Omit<Sending, "maxAge"> {
  readonly language: Language | undefined;
  /** One was added just now. */
  readonly isAdded: boolean;
  readonly isPrimary: boolean;
  /** The form says what a passkey is good for. */
  readonly hasText?: boolean;
}

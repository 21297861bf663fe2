/**
 * The sign-in page with the plugin: one form for the ways that begin with an address. What it shows depends on the
 * configuration, on what was typed and on this browser's last way, never on a row of somebody.
 */
import { type CallbackRouteError, EmailSignInError } from "../../errors/index.js";
import { asksForAddressAlone, csrfField, field, hidden, lastText, submit } from "../../pages/forms.js";
import { Html, html } from "../../pages/html.js";
import type { Filling, ProviderForm, SignInPage } from "../../pages/provider-form.js";
import { textOf } from "../../pages/text.js";
import { wrongFieldCss, wrongText } from "../../pages/wrong-field.js";
import type { InternalProvider } from "../../types/finished-provider.js";
import type { FlowContext } from "../../types/flow.js";
import type { CredentialsConfig, EmailConfig, WebAuthnConfig } from "../../types/provider.js";
import { messages } from "./messages.js";
import { oneFormScript } from "./one-form-script.js";
import { providerId, type PasswordSettings } from "./options.js";
import { isPageNext, typedIn, withTyped } from "./typed.js";

/** The providers whose forms are one. */
interface Joined {
  readonly own: CredentialsConfig;
  /** The first that signs in. */
  readonly mail: InternalProvider | undefined;
  readonly passkey: WebAuthnConfig | undefined;
}

/** Where the configuration is its own page stays: this one is not asked for. */
export function joinForms(page: SignInPage, context: FlowContext, settings: PasswordSettings): SignInPage {
  const { providers, forms, text } = page;
  const { resolved } = context;
  const credentials = resolved.providers("credentials");
  const own = credentials.find(({ id }) => id === providerId);
  if (own === undefined) return page;
  const joined: Joined = {
    own,
    mail: resolved.providers("email")[0],
    passkey: resolved.providers("webauthn").find(asksForAddressAlone),
  };
  // With forms for other passwords beside it nobody knows whose field it is.
  const isWrong = page.problem === text("box.CredentialsSignin") && credentials.length === 1;
  const problem = isWrong ? { text: text("box.CredentialsSignin") } : addressProblem(page, context, joined);
  const email = (problem && typedIn(context)) ?? page.email;
  const shown: SignInPage = { ...page, email, problem: problem ? undefined : page.problem };
  const usual = forms.get("credentials");
  const passkeys = joined.passkey && forms.get("webauthn");
  return {
    ...shown,
    providers: providers.filter((each) => each !== joined.mail && each !== joined.passkey),
    forms: new Map([
      ...forms,
      [
        "credentials",
        {
          form: (provider, given) =>
            provider === own
              ? html`${signInForm({ joined, settings, problem }, given)}${passkeyForm(joined, passkeys, given)}
                ${links(given)}`
              : usual?.form(provider, given),
          script: (nonce, language) =>
            html`<style nonce="${nonce}">
                ${new Html(wrongFieldCss + css)}</style
              >${passkeys?.script?.(nonce, language)}${oneFormScript(nonce)}`,
        } as ProviderForm,
      ],
    ]),
  };
}

const css =
  "form:has(+form){margin-block-end:.625rem}button+button{margin-block-start:.625rem}.field button{margin:0}";

/** The page with the form comes back, in place of the page for errors. */
export async function wrongAddress(
  context: FlowContext<EmailConfig>,
  error: CallbackRouteError,
): Promise<Error> {
  const [joined] = context.resolved.providers("email");
  if (joined?.id !== context.provider.id || !isPageNext(context)) return error;
  return withTyped(context, new EmailSignInError(error.message, { cause: error.cause }));
}

/** The link's button was pressed with what is no address. */
function addressProblem(page: SignInPage, context: FlowContext, { mail }: Joined): Problem | undefined {
  const query = context.request.query();
  return query.get("auth_reason") === "address" && query.get("auth_provider") === mail?.id
    ? { text: textOf(page.language, messages, providerId)("badEmail"), isAddress: true }
    : undefined;
}

interface Problem {
  readonly text: string;
  /** It stands at the field for the address; otherwise it is about that and the password. */
  readonly isAddress?: boolean;
}

interface OneForm {
  readonly joined: Joined;
  readonly settings: PasswordSettings;
  readonly problem: Problem | undefined;
}

function signInForm({ joined: { own, mail, passkey }, settings, problem }: OneForm, given: Filling): Html {
  const text = textOf(given.language, messages, providerId);
  const { email, password } = own.credentials;
  const wrong = problem !== undefined && { "aria-invalid": "true", "aria-describedby": "wrong-sign-in" };
  const said = problem && wrongText("wrong-sign-in", problem.text);
  const isAddress = problem?.isAddress === true;
  const value = given.email ?? undefined;
  const takesAddress = mail !== undefined || passkey !== undefined;
  return html`<form
    action="${given.base}/callback/${providerId}"
    method="POST"
    data-one-form="${passkey?.allowSignUp === true && `${passkey.id}-form`}"
  >
    ${csrfField(given)}${takesAddress && hidden("callbackUrl", given.callbackUrl)}
    ${field(own, "email", {
      ...email,
      label: text(settings.userNames === undefined ? "email" : "emailOrName"),
      name: "email",
      ...(value !== undefined && { value }),
      autocomplete: "username webauthn",
      spellcheck: "false",
      ...wrong,
      autofocus: isAddress,
    })}
    ${isAddress && said}
    ${field(own, "password", {
      ...password,
      label: text("password"),
      name: "password",
      ...(!isAddress && wrong),
      autofocus: problem !== undefined && !isAddress && value !== undefined,
    })}
    ${!isAddress && said} ${submit(own, given, text("signIn"))}
    ${mail && linkButton(mail, given, text("linkInstead"))}
  </form>`;
}

/** The browser asks for no password where this button is pressed, and the server reads none. */
function linkButton(mail: InternalProvider, given: Filling, text: string): Html {
  const last = lastText(mail, given);
  return html`<button
    type="submit"
    class="plain"
    formaction="${given.base}/signin/${encodeURIComponent(mail.id)}"
    formnovalidate
    ${last && html`aria-description="${last}"`}
  >
    ${text}${last && html`<span class="last" aria-hidden="true">${last}</span>`}
  </button>`;
}

/** The field for the address is that of the form above, in which the browser offers passkeys, too. */
const passkeyForm = ({ passkey }: Joined, form: ProviderForm | undefined, given: Filling): Html | undefined =>
  passkey && form?.form({ ...passkey, formFields: {} }, given);

function links(given: Filling): Html {
  const text = textOf(given.language, messages, providerId);
  return html`<p class="center small">
    <a href="${given.urlOf("/password/forgot")}">${text("forgotLink")}</a> ·
    <a href="${given.urlOf("/password/sign-up")}">${text("noAccount")}</a>
  </p>`;
}

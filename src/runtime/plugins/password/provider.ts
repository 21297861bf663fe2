/** The way to sign in that the plugin adds: a form on the sign-in page, checked as those of credentials are. */
import { CredentialsSignin, UnknownAction } from "../../errors.js";
import type { credentialsCallback } from "../../flows/credentials-callback.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { credentialsForm } from "../../pages/credentials-form.js";
import type { Filling } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { textOf } from "../../pages/text.js";
import type { FlowContext } from "../../types/flow.js";
import type { CredentialsConfig } from "../../types/provider.js";
import { hostOf, pluginsOf, scopeOf } from "../scope.js";
import { messages } from "./messages.js";
import type { PasswordCall, Settings } from "./options.js";
import { checkSignIn } from "./sign-in.js";

export const providerId = "password";

/** The flow and the form that all providers of this kind have. */
interface CoreFlows {
  readonly callback: typeof credentialsCallback;
  readonly form: typeof credentialsForm;
}

export function passwordProvider(settings: Settings): CredentialsConfig {
  const login =
    settings.userNames === undefined
      ? { label: messages.email, type: "email" as const }
      : { label: messages.emailOrName, type: "text" as const };
  return {
    id: providerId,
    name: "Password",
    type: "credentials",
    credentials: {
      email: { ...login, autocomplete: "username", autocapitalize: "none", required: true },
      password: {
        label: messages.password,
        type: "password",
        autocomplete: "current-password",
        required: true,
      },
    },
    // The flow below knows the request's configuration, which this would not.
    authorize: () => null,
    flows: async () => {
      // As the module of credentials does: what an app without this plugin loads stays as it is.
      const core = await import("../../flows/credentials.js");
      return {
        form: (provider: CredentialsConfig, given: Filling) =>
          signInForm(core.form, settings, provider, given),
        callback: (context: FlowContext<CredentialsConfig>) => signIn(context, core.callback, settings),
      };
    },
  };
}

/** All providers of credentials get their form from here, others too. */
function signInForm(
  form: CoreFlows["form"],
  settings: Settings,
  provider: CredentialsConfig,
  given: Filling,
): Html {
  if (provider.id !== providerId) return form(provider, given);
  // By this name the button says "Sign in" and no more.
  const text = textOf(given.language, messages, providerId);
  const { email, password } = provider.credentials;
  const login = settings.userNames === undefined ? "email" : "emailOrName";
  const credentials = {
    email: { ...email, label: text(login) },
    password: { ...password, label: text("password") },
  };
  const named = { ...provider, name: "Credentials", credentials };
  const primary = given.primary === provider ? named : given.primary;
  return html`${form(named, { ...given, primary })}
    <p class="center small">
      <a href="${given.urlOf("/password/forgot")}">${text("forgotLink")}</a> ·
      <a href="${given.urlOf("/password/sign-up")}">${text("noAccount")}</a>
    </p>`;
}

async function signIn(
  context: FlowContext<CredentialsConfig>,
  callback: CoreFlows["callback"],
  settings: Settings,
): Promise<FlowResult> {
  const call = callOf(context, settings);
  const authorize = (fields: Record<string, unknown>) => checkSignIn(call, fields);
  try {
    return await callback({ ...context, provider: { ...context.provider, authorize } });
  } catch (thrown) {
    if (
      !(thrown instanceof CredentialsSignin) &&
      hostOf(context.resolved).isOff({ id: providerId }, context.resolved.logger, thrown)
    )
      throw new UnknownAction('The plugin "password" is off, so nobody signs in by password');
    throw thrown;
  }
}

/** What the flow of a provider is not given: the plugin's own. */
function callOf(context: FlowContext, settings: Settings): PasswordCall {
  const plugin = pluginsOf(context.resolved.config).find(({ id }) => id === providerId);
  if (plugin === undefined) throw new UnknownAction('The plugin "password" is not in the configuration');
  return { context, own: scopeOf(plugin, context.resolved), settings };
}

/** The way to sign in that the plugin adds: a form on the sign-in page, checked as those of credentials are. */
import { CredentialsSignin, UnknownAction } from "../../errors/index.js";
import type { credentialsCallback } from "../../flows/credentials-callback.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { SignInPage } from "../../pages/provider-form.js";
import type { FlowContext } from "../../types/flow.js";
import type { CredentialsConfig } from "../../types/provider.js";
import { hostOf, pluginsOf, scopeOf } from "../host/scope.js";
import { messages } from "./messages.js";
import { type PasswordCall, providerId, type PasswordSettings } from "./options.js";
import { joinForms, wrongAddress } from "./one-form.js";
import { checkSignIn } from "./sign-in.js";
import { isPageNext, withTyped } from "./typed.js";

export function passwordProvider(settings: PasswordSettings): CredentialsConfig {
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
        form: core.form,
        join: (page: SignInPage, context: FlowContext) => joinForms(page, context, settings),
        ownFields: ["password"],
        wrongAddress,
        callback: (context: FlowContext<CredentialsConfig>) => signIn(context, core.callback, settings),
      };
    },
  };
}

async function signIn(
  context: FlowContext<CredentialsConfig>,
  callback: typeof credentialsCallback,
  settings: PasswordSettings,
): Promise<FlowResult> {
  const call = callOf(context, settings);
  const authorize = (fields: Record<string, unknown>) => checkSignIn(call, fields);
  try {
    return await callback({ ...context, provider: { ...context.provider, authorize } });
  } catch (thrown) {
    if (thrown instanceof CredentialsSignin && isPageNext(context)) throw await withTyped(context, thrown);
    if (hostOf(context.resolved).isOff({ id: providerId }, context.resolved.logger, thrown))
      throw new UnknownAction('The plugin "password" is off, so nobody signs in by password');
    throw thrown;
  }
}

/** What the flow of a provider is not given: the plugin's own. */
function callOf(context: FlowContext, settings: PasswordSettings): PasswordCall {
  const plugin = pluginsOf(context.resolved.config).find(({ id }) => id === providerId);
  if (plugin === undefined) throw new UnknownAction('The plugin "password" is not in the configuration');
  return { context, own: scopeOf(plugin, context.resolved), settings };
}

/** What is wrong with a configuration that has passkeys. It comes with their provider. */
import {
  AuthError,
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingWebAuthnAutocomplete,
} from "../errors/index.js";
import type { AuthConfig } from "../types/config.js";
import type { WebAuthnConfig } from "../types/provider.js";

/** Of one provider. @param all those for passkeys, in the order of the configuration */
export function inOptions(provider: WebAuthnConfig, all: readonly WebAuthnConfig[]): AuthError | undefined {
  const { id, simpleWebAuthnBrowserVersion: version, enableConditionalUI, formFields = {} } = provider;
  if (typeof version === "string" && !/^v\d+(?:\.\d+){0,2}$/.test(version))
    return new AuthError(`Provider "${id}": simpleWebAuthnBrowserVersion must look like v9.0.1`);
  if (!enableConditionalUI) return undefined;
  if (all.find((each) => each.enableConditionalUI) !== provider)
    return new DuplicateConditionalUI("Only one WebAuthn provider may have enableConditionalUI");
  return Object.values(formFields).some((field) => field.autocomplete?.includes("webauthn"))
    ? undefined
    : new MissingWebAuthnAutocomplete(
        `Provider "${id}": conditional UI needs a form field with autocomplete "webauthn"`,
      );
}

/** Of everything around the providers: keys have to be stored. */
export const withoutStore = ({ adapter }: Pick<AuthConfig, "adapter">): AuthError | undefined =>
  adapter === undefined
    ? new MissingAdapter("WebAuthn needs an adapter. Run: npx auth add-adapter <id>")
    : undefined;

/** The same of `WebAuthn`, which is off by default as in `@auth/core`. */
export const inConfig = (config: Pick<AuthConfig, "adapter" | "experimental">): AuthError | undefined =>
  config.experimental?.enableWebAuthn === true
    ? withoutStore(config)
    : new ExperimentalFeatureNotEnabled("WebAuthn is off. Set experimental: { enableWebAuthn: true }");

import type { CredentialInput } from "./credential-input.js";
import type { Awaitable, User } from "./entities.js";
import type { CredentialsFlows } from "./provider-parts.js";

/** Sign-in by fields that the app checks itself, such as name and password. */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> {
  /** Id in addresses. Default: `credentials`. */
  id: string;
  /** Name to show on the button. Default: `Credentials`. */
  name: string;
  /** Kind of the provider. */
  type: "credentials";
  /** Fields of the built-in form; none: the provider has no form. */
  credentials: C;
  /**
   * Who is this? null means "wrong credentials". Throw `CredentialsSignin` to send a code to the page.
   * `request` carries the same headers and query; its body is the JSON of the fields.
   */
  authorize(credentials: Partial<Record<keyof C, unknown>>, request: Request): Awaitable<User | null>;
  /** @internal Loads the flows of such providers. Default: ours. */
  flows?: () => Promise<CredentialsFlows>;
  /** What the app gave, laid over the rest. */
  options?: Partial<CredentialsConfig<C>>;
}

import type { Awaitable, User } from "../runtime/types/entities.js";
import type { CredentialsConfig } from "../runtime/types/provider.js";
import type { CredentialInput } from "../runtime/types/credential-input.js";
import type { PlainRecord } from "./kit/record.js";

/** What is known of Credentials, as data. */
export const record = {
  id: "credentials",
  name: "Credentials",
  type: "credentials",
  status: "active",
  notes: [
    "You check the password: authorize(credentials, request) returns a user, or null",
    "Throw CredentialsSignin with a code to tell the sign-in page why",
  ],
} as const satisfies PlainRecord;

export type { CredentialInput, CredentialsConfig };

/** Id of the provider unless it is given another one. */
export type CredentialsProviderId = "credentials";

/** What the factory takes. */
export type CredentialsOptions<C extends Record<string, CredentialInput>> = Partial<
  Omit<CredentialsConfig<C>, "options" | "type" | "authorize">
> & {
  /** What every provider of this kind is. */
  type?: "credentials";
  /** Who is this? null means "wrong credentials". */
  authorize?(credentials: Partial<Record<keyof C, unknown>>, request: Request): Awaitable<User | null>;
};

const flows = () => import("../runtime/flows/credentials.js");

/**
 * Sign in with what a form asks for, such as a user name and a password that you check.
 *
 * @param options `credentials` (the fields of the form) and `authorize` (returns the user, null for wrong
 * credentials, or throws `CredentialsSignin`); `id` and `name` to have several
 * @example
 * Credentials({
 *   credentials: { username: {}, password: { type: "password" } },
 *   authorize: ({ username, password }) => users.check(username, password),
 * })
 */
export default function Credentials<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
>(options: CredentialsOptions<C> = {}): CredentialsConfig<C> {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    credentials: {} as C,
    authorize: () => null,
    flows,
    // Merged over the rest like the options of every provider; what is absent here must not hide a default.
    options: options as Partial<CredentialsConfig<C>>,
  };
}

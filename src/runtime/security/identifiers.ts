/** Who the user of a credentials form says they are, for counting tries. */
import { CredentialsSignin } from "../errors/index.js";
import type { CredentialsConfig } from "../types/provider.js";
import { maxIdentifiers } from "./throttle.js";

const secretName = /pass|pwd|secret|token|code|otp|\bpin\b/i;
/** Fields of the protocol, which every form of ours carries. */
const ours: ReadonlySet<string> = new Set(["csrfToken", "callbackUrl", "redirect", "redirectTo", "json"]);
/** Types of inputs that hold no name that somebody types. */
const notTyped: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "file",
  "hidden",
  "image",
  "password",
  "radio",
  "reset",
  "submit",
]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a form as `authorize` gets them: those that the provider declares, and those that are counted as names,
 * are texts. Numbers and booleans become texts, null an empty one. Others stay as they came.
 *
 * @returns undefined where one of them holds an object or a list: `{ equals: "alice", not: "1" }` means alice to a store,
 * and another name to whoever counts
 */
export function textFieldsOf(
  provider: CredentialsConfig,
  fields: Fields,
): Record<string, unknown> | undefined {
  const texts = { ...fields };
  for (const name of [...Object.keys(provider.credentials ?? {}), ...namesOf(provider, fields)]) {
    const value = fields[name];
    if (!Object.hasOwn(fields, name) || typeof value === "string") continue;
    if (typeof value === "object" && value !== null) return undefined;
    texts[name] = String(value ?? "");
  }
  return texts;
}

/** Each text field that the provider names and that is no password; where it names none, all but secrets. */
function namesOf(provider: CredentialsConfig, fields: Fields): string[] {
  const inputs = provider.credentials ?? {};
  const named = Object.keys(inputs).filter(
    (name) => !notTyped.has(inputs[name]?.type ?? "text") && !secretName.test(name),
  );
  return named.length > 0
    ? named
    : Object.keys(fields).filter((name) => !ours.has(name) && !secretName.test(name));
}

/**
 * The names in a form, whose fields are texts. All of them count: which one `authorize` looks at only the app knows.
 *
 * @throws CredentialsSignin for a form with more of them than anybody needs
 */
export function identifiersOf(provider: CredentialsConfig, fields: Fields): string[] {
  const identifiers = namesOf(provider, fields)
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => String(fields[name]))
    .filter((text) => text !== "");
  if (identifiers.length > maxIdentifiers) {
    throw new CredentialsSignin(
      `The form has ${identifiers.length} fields that could name a user; ${maxIdentifiers} are counted at most. List the fields in \`credentials\` of the provider`,
      { cause: { provider: provider.id } },
    );
  }
  return identifiers;
}

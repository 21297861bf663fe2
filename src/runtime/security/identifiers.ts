/** Who the user of a credentials form says they are, for counting tries. */
import { CredentialsSignin } from "../errors.js";
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

/**
 * The names in a form: each text field that the provider names and that is no password. Where it names none, each field
 * whose name doesn't say that it is a secret. All of them count: which one `authorize` looks at only the app knows.
 *
 * @throws CredentialsSignin for a form with more of them than anybody needs
 */
export function identifiersOf(
  provider: CredentialsConfig,
  fields: Readonly<Record<string, unknown>>,
): string[] {
  const inputs = provider.credentials ?? {};
  const named = Object.keys(inputs).filter(
    (name) => !notTyped.has(inputs[name]?.type ?? "text") && !secretName.test(name),
  );
  const names =
    named.length > 0
      ? named
      : Object.keys(fields).filter((name) => !ours.has(name) && !secretName.test(name));
  const identifiers = names
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => textOf(fields[name]))
    .filter((text) => text !== "");
  if (identifiers.length > maxIdentifiers) {
    throw new CredentialsSignin(
      `The form has ${identifiers.length} fields that could name a user; ${maxIdentifiers} are counted at most. List the fields in \`credentials\` of the provider`,
      { cause: { provider: provider.id } },
    );
  }
  return identifiers;
}

/** A number, and a list around a text, may well be what `authorize` takes for that text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object" && !Array.isArray(value)) return JSON.stringify(value);
  return String(value);
}

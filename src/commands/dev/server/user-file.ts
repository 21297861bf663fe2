/** Reads and judges users that a project or the form of `auth dev` gives, with the limits of both. */
import { createHash } from "node:crypto";
import { lineAt } from "../../../cli/source/text/layout.js";
import { type JsonNode, JsonSyntaxError, parseJson } from "../../../cli/formats/json-file.js";
import type { SimulatedUser } from "./users.js";

/** The project's own users for `auth dev`, in its root folder. */
export const usersFileName = "auth.dev-users.json";

export const userLimits = { fileBytes: 256 * 1024, users: 500, text: 200, claimsBytes: 8 * 1024 } as const;

export interface ReadUsers {
  readonly users: readonly SimulatedUser[];
  /** What cannot be used, each with `file:line`. */
  readonly problems: readonly string[];
}

/** A user as the file or the form gives one. */
export interface GivenUser {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly username?: string;
  readonly locale?: string;
  readonly note?: string;
  readonly emailVerified?: boolean;
  readonly picture?: boolean;
  readonly roles?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Reads the text of the file: an array of users. What is wrong is left out and named; the rest is used. */
export function readUsers(text: string): ReadUsers {
  if (Buffer.byteLength(text) > userLimits.fileBytes)
    return { users: [], problems: [`${usersFileName}:1: larger than ${userLimits.fileBytes / 1024} kB`] };
  const root = parsed(text);
  if (typeof root === "string") return { users: [], problems: [root] };
  if (!root.items) return { users: [], problems: [`${usersFileName}:1: expected an array of users`] };
  const users = new Map<string, SimulatedUser>();
  const problems: string[] = [];
  for (const node of root.items.slice(0, userLimits.users)) {
    const user = userOf(node);
    if (typeof user !== "string" && !users.has(user.id)) users.set(user.id, user);
    else {
      const why = typeof user === "string" ? user : `the id "${user.id}" is taken`;
      problems.push(`${usersFileName}:${lineAt(text, node.start)}: ${why}`);
    }
  }
  if (root.items.length > userLimits.users)
    problems.push(`${usersFileName}:1: only the first ${userLimits.users} users are used`);
  return { users: [...users.values()], problems };
}

function parsed(text: string): JsonNode | string {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `${usersFileName}:${error.line}: ${error.message}`;
    if (error instanceof RangeError) return `${usersFileName}:1: nested too deeply`;
    throw error;
  }
}

type Kind = "text" | "truth" | "texts" | "object";

const members: Readonly<Record<keyof GivenUser, Kind>> = {
  id: "text",
  name: "text",
  email: "text",
  username: "text",
  locale: "text",
  note: "text",
  emailVerified: "truth",
  picture: "truth",
  roles: "texts",
  claims: "object",
};

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= userLimits.text && !/\p{C}/u.test(value);

const kinds: Readonly<Record<Kind, { is: (value: unknown) => boolean; words: string }>> = {
  text: { is: isText, words: `a text of at most ${userLimits.text} characters` },
  truth: { is: (value) => typeof value === "boolean", words: "true or false" },
  texts: { is: (value) => Array.isArray(value) && value.every(isText), words: "a list of texts" },
  object: {
    is: (value) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      JSON.stringify(value).length <= userLimits.claimsBytes,
    words: `an object of at most ${userLimits.claimsBytes / 1024} kB`,
  },
};

function userOf({ value, members: found }: JsonNode): SimulatedUser | string {
  if (!found) return "expected an object with name or email";
  for (const { key, node } of found) {
    if (!Object.hasOwn(members, key))
      return `"${key.slice(0, 40)}" isn't known here. Known: ${Object.keys(members).join(", ")}. Anything else goes into claims`;
    const { is, words } = kinds[members[key as keyof GivenUser]];
    if (!is(node.value)) return `"${key}" isn't ${words}`;
  }
  return toSimulatedUser(value as GivenUser);
}

const idPattern = /^[\w.-]{1,60}$/;

/** A user with everything that providers tell about one; what isn't given is derived, the same each time. */
export function toSimulatedUser(given: GivenUser): SimulatedUser | string {
  const { email = "", name = email.split("@")[0] ?? "" } = given;
  if (name.trim() === "" && given.username === undefined) return "a user needs a name or an email";
  const username = given.username ?? slug(email.split("@")[0] || name);
  const id = given.id ?? (slug(name) || username);
  if (!idPattern.test(id))
    return `the id "${id.slice(0, 60)}" may hold letters, digits, ".", "_" and "-" only: set "id"`;
  const [givenName = "", ...rest] = name.trim().split(/\s+/);
  const { roles } = given;
  return {
    id,
    number: numberOf(id),
    givenName,
    familyName: rest.join(" "),
    username,
    email,
    emailVerified: given.emailVerified ?? true,
    hasPicture: given.picture ?? true,
    locale: given.locale ?? "en",
    note: given.note ?? (roles ? `roles: ${roles.join(", ")}` : "yours"),
    claims: { ...given.claims, ...(roles && { roles }) },
  };
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^\w.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);

/** An account number that stays the same from run to run. */
const numberOf = (id: string): number =>
  2_000_000_000 + (createHash("sha256").update(id).digest().readUInt32BE(0) % 1_000_000_000);

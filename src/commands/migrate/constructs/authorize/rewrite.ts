import type { AuthorizeUses } from "./read.js";
import { changeOf, type Change } from "../../change.js";

/** `authorize(credentials, request)`: headers had been an object, fields had been texts. */
export function migrateAuthorize(uses: AuthorizeUses, quote: string): Change {
  const { headers, others, fields, takenApart, userIds } = uses;
  return changeOf({
    edits: [
      ...headers.map(({ start, end, name, optional }) => ({
        start,
        end,
        text: `${optional ? "?." : "."}get(${name})`,
      })),
      ...takenApart.map(({ end, fields: names }) => ({
        start: end,
        end,
        text: ` as ${textsOf(names, quote)}`,
      })),
    ],
    todos: [
      ...others.map(({ start, source }) => ({
        offset: start,
        why: `\`${source}\` of \`authorize\` belongs to a Request`,
        write:
          'headers.get("user-agent") in place of headers["user-agent"]; fields of the form are in credentials',
        breaks: true,
      })),
      ...fields.map(({ start, source }) => ({
        offset: start,
        why: `\`${source}\` is unknown to TypeScript until it is checked`,
        write: 'typeof credentials.email === "string", or a schema',
        breaks: "types" as const,
      })),
      ...userIds.map(({ start }) => ({
        offset: start,
        why: "`user.id` may be undefined to TypeScript",
        write: "String(user.id): whoever signs in has one",
        breaks: "types" as const,
      })),
    ],
  });
}

/** The type that next-auth 4 gave to the fields of a form. */
const textsOf = (fields: readonly string[], quote: string): string =>
  `Record<${fields.map((name) => quote + name + quote).join(" | ")}, string>`;

import type { AuthorizeUses, locateThrow } from "./read.js";
import { changeOf, type Change } from "../../change.js";
import { resolveModule } from "../../../../cli/old-auth/sources.js";
import { isKnownError, thrownAdvice } from "../sign-in/rewrite.js";
import type { Surveyed } from "../../read-file.js";
import type { Todo } from "../../todo.js";
import type { ProjectFacts } from "../../../../cli/project/facts.js";
import { readIfText } from "../../../../cli/project/files.js";
import { lineAt } from "../../../../cli/source/text/layout.js";

/**
 * `authorize(credentials, request)`: headers had been an object, fields had been texts.
 *
 * @param hasUserId to TypeScript, users of this app always have an id
 */
export function migrateAuthorize(uses: AuthorizeUses, quote: string, hasUserId: boolean): Change {
  const { headers, others, fields, takenApart } = uses;
  const userIds = hasUserId ? [] : uses.userIds;
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

// Functions of the app that `authorize` calls, and that throw: what they throw had reached the page.

interface Place {
  readonly file: string;
  readonly text: string;
  /** As its own file calls it. */
  readonly name: string;
}

export function thrownElsewhere(
  facts: ProjectFacts,
  surveyed: Surveyed,
  findThrow: typeof locateThrow,
): Todo[] {
  const { own, file, text } = surveyed;
  const thrownIn = (name: string): Where => {
    const place = placeOf(facts, surveyed, name);
    const at = place ? findThrow(place.text, place.file, place.name, isKnownError) : "unseen";
    // What is never seen would be said for ever.
    if (at === "unseen" && surveyed.isMoved) return undefined;
    if (typeof at !== "number") return at;
    return place && { file: place.file, line: lineAt(place.text, at) };
  };
  const called = (own?.called ?? []).flatMap(({ name, offset }) => {
    const at = thrownIn(name);
    const isThrown = typeof at === "object";
    return isThrown ? [{ offset, ...adviceFor(`\`${name}\`, which \`authorize\` calls,`, at) }] : [];
  });
  const handedOver = (own?.signIn.elsewhere ?? []).flatMap(({ name, start }) => {
    const at = thrownIn(name);
    return at ? [{ offset: start, ...adviceFor("`authorize`, a function of another file,", at) }] : [];
  });
  return [...called, ...handedOver].map(({ offset, ...advice }) => ({
    path: file,
    line: lineAt(text, offset),
    ...advice,
  }));
}

/** The place that throws; "unseen": the function is not found, so that nobody knows; undefined: it throws nothing. */
type Where = { readonly file: string; readonly line: number } | "unseen" | undefined;

const adviceFor = (what: string, at: NonNullable<Where>) =>
  thrownAdvice(what, at === "unseen" ? "there" : `in ${at.file}:${at.line}`);

/** The file of the app that a function is from: this one, or one that it imports. */
function placeOf(facts: ProjectFacts, { file, text, uses }: Surveyed, name: string): Place | undefined {
  const binding = uses.statements
    .flatMap(({ specifier, bindings }) => bindings.map((one) => ({ specifier, ...one })))
    .find(({ local }) => local === name);
  if (!binding) return { file, text, name };
  const found = resolveModule(binding.specifier, file, facts);
  const read = found === undefined ? undefined : readIfText(facts.files, found)?.text;
  return found === undefined || read === undefined
    ? undefined
    : { file: found, text: read, name: binding.imported };
}

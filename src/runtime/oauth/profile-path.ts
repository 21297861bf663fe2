/**
 * The small language in which records say where a value stands in a provider's answer:
 * `a.b[0].c` member, index; `[?p]` first element whose p is truthy; `[?p==profile.q]` first element whose p
 * equals a member of the whole profile; `[$/]` what follows the last `/` of a text, `[^?]` what precedes its first
 * `?` (any punctuation mark); `tokens.x` the token answer; `options.x` what the factory was given;
 * `text ${path} text` template; `one||two` the first that is not empty.
 */
import type { Profile } from "../types/entities.js";

export type PathStep =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "index"; readonly at: number }
  | { readonly kind: "first"; readonly where: readonly PathStep[]; readonly equals?: readonly PathStep[] }
  | { readonly kind: "cut"; readonly at: string; readonly keep: "before" | "after" };

const roots = ["tokens", "options"] as const;
type Root = "profile" | (typeof roots)[number];

export interface PathExpression {
  readonly kind: "path";
  readonly root: Root;
  readonly steps: readonly PathStep[];
}

export interface TemplateExpression {
  readonly kind: "template";
  readonly parts: readonly (string | PathExpression)[];
}

/** Alternatives in order of preference. */
export type Expression = readonly (PathExpression | TemplateExpression)[];

export type Evaluate = (profile: unknown, tokens?: unknown, options?: unknown) => unknown;

/**
 * Turns a path expression into a function from profile and token answer to the value.
 *
 * @param source the expression; compile it once per record, not per sign-in
 * @returns the first value that is not undefined, null or ""; undefined when there is none. It never throws.
 * @throws SyntaxError when the expression breaks the grammar
 * @example compilePath("name||login")({ login: "ada" }) // "ada"
 */
export function compilePath(source: string): Evaluate {
  const alternatives = parsePath(source).map((alternative) =>
    alternative.kind === "path" ? pathReader(alternative) : templateReader(alternative),
  );
  return (profile, tokens, options) => {
    for (const read of alternatives) {
      const value = read(profile, tokens, options);
      if (!isEmpty(value)) return value;
    }
    return undefined;
  };
}

/** The parsed form, for those who write values to where an expression would read them. */
export function parsePath(source: string): Expression {
  return source
    .split("||")
    .map((part) => (part.includes("${") ? parseTemplate(part) : parseRooted(part.trim())));
}

export const isEmpty = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "";

function parseTemplate(source: string): TemplateExpression {
  const parts = source.split(/\$\{([^}]*)\}/);
  return {
    kind: "template",
    // Captured groups stand at the odd positions.
    parts: parts.map((part, at) => (at % 2 ? parseRooted(part.trim()) : part)).filter((part) => part !== ""),
  };
}

function parseRooted(source: string): PathExpression {
  const steps = parseSteps(source);
  const [first] = steps;
  const root = first?.kind === "member" ? roots.find((name) => name === first.name) : undefined;
  if (root && steps.length > 1) return { kind: "path", root, steps: steps.slice(1) };
  return { kind: "path", root: "profile", steps };
}

const stepPattern =
  /(?:^|\.)([^.[\]]+)|\[(\d+)\]|\[\?([^\]=]+)(?:==profile\.([^\]]+))?\]|\[([$^])([^\w\s])\]/y;

function parseSteps(source: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  const pattern = new RegExp(stepPattern);
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(source);
    if (!match) throw new SyntaxError(`Path expression "${source}" is not understood at ${at}`);
    const [, member, index, where, equals, side, mark] = match;
    if (member !== undefined) steps.push({ kind: "member", name: member });
    else if (index !== undefined) steps.push({ kind: "index", at: Number(index) });
    else if (where !== undefined)
      steps.push({
        kind: "first",
        where: parseSteps(where),
        ...(equals !== undefined && { equals: parseSteps(equals) }),
      });
    else if (mark !== undefined)
      steps.push({ kind: "cut", at: mark, keep: side === "$" ? "after" : "before" });
  }
  if (steps.length === 0) throw new SyntaxError("A path expression may not be empty");
  return steps;
}

const pathReader =
  ({ root, steps }: PathExpression): Evaluate =>
  (profile, tokens, options) =>
    walk({ profile, tokens, options }[root], steps, profile);

function templateReader({ parts }: TemplateExpression): Evaluate {
  const readers = parts.map((part) => (typeof part === "string" ? part : pathReader(part)));
  const isAddress = typeof parts[0] === "string" && /^https?:/.test(parts[0]);
  return (profile, tokens, options) => {
    let filled = 0;
    let text = "";
    for (const reader of readers) {
      if (typeof reader === "string") {
        text += reader;
        continue;
      }
      const value = reader(profile, tokens, options);
      if (!isText(value) || (isAddress && !canStandInAddress(value))) {
        // Half an address leads nowhere; half a name is still a name.
        if (isAddress) return undefined;
        continue;
      }
      if (value !== "") filled++;
      text += isAddress ? escaped(String(value)) : value;
    }
    return filled > 0 ? text.trim() : undefined;
  };
}

const isText = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/** Half of a surrogate pair has no bytes: encodeURIComponent would throw. JSON can bring one. */
export const canStandInAddress = (value: string | number): boolean => !/\p{Surrogate}/u.test(String(value));

/** A value that begins with "/" is a path of its own. */
const escaped = (value: string): string =>
  value.startsWith("/") ? encodeURI(value) : encodeURIComponent(value);

function walk(start: unknown, steps: readonly PathStep[], profile: unknown): unknown {
  let value = start;
  for (const step of steps) {
    if (step.kind === "member") value = ownMember(value, step.name);
    else if (step.kind === "cut") value = cut(value, step);
    else if (!Array.isArray(value)) return undefined;
    else if (step.kind === "index") value = value[step.at];
    else value = firstWhere(value, step, profile);
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

function cut(value: unknown, { at, keep }: PathStep & { kind: "cut" }): unknown {
  if (typeof value !== "string") return undefined;
  return keep === "after" ? value.slice(value.lastIndexOf(at) + 1) : value.split(at)[0];
}

function firstWhere(list: unknown[], step: PathStep & { kind: "first" }, profile: unknown): unknown {
  const { where, equals } = step;
  if (!equals) return list.find((element) => walk(element, where, undefined));
  const wanted = walk(profile, equals, undefined);
  return isEmpty(wanted) ? undefined : list.find((element) => walk(element, where, undefined) === wanted);
}

/** Own members only: a profile must not reach `constructor` or `__proto__`. */
function ownMember(value: unknown, name: string): unknown {
  const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isOwn ? Reflect.get(value, name) : undefined;
}

/**
 * Has the provider verified the e-mail address of a profile? Each provider says it in its own place and form: `true`,
 * the text `"true"` (Apple), the time of a confirmation (GitLab). Nothing in the runtime links accounts because of it.
 *
 * @param provider the configuration, whose `emailVerified` says where to look
 * @param profile as callbacks get it
 * @param tokens the account that callbacks get; needed where the token answer says it
 * @returns undefined when this provider says nothing about it
 * @example isEmailVerified(Google(), profile) === true
 */
export function isEmailVerified(
  provider: { readonly emailVerified?: string | undefined },
  profile: Profile | undefined,
  tokens: object | null = null,
): boolean | undefined {
  if (provider.emailVerified === undefined) return undefined;
  const value = compilePath(provider.emailVerified)(profile, tokens);
  if (isEmpty(value)) return undefined;
  // Any other text affirms: some providers tell the time of the confirmation.
  return typeof value === "string" ? !/^\s*(?:false|0|no)\s*$/i.test(value) : Boolean(value);
}

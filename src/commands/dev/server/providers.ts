/** Makes the answers of a simulated provider by reading its record backwards: what the runtime looks for is there. */
import {
  compilePath,
  isEmpty,
  type PathExpression,
  parsePath,
  type PathStep,
  type TemplateExpression,
} from "../../../runtime/oauth/profile-path.js";
import type { ProviderRecord } from "../../../providers/kit/record.js";
import { claimsOf, faceOf, type ProviderAnswer, type Visit } from "./faces.js";
import { fullName } from "./users.js";

/**
 * The profile of a provider: its own face, or the record read backwards, so that every path of the record finds
 * a value where it looks for one. Answers of further requests stand in it under their names.
 */
export function profileOf(record: ProviderRecord | undefined, visit: Visit): ProviderAnswer {
  const face = record && faceOf(record.id);
  const { claims = {} } = visit.user;
  if (face?.profile) return { ...face.profile(visit), ...claims };
  if (!record?.profile) return claimsOf(visit);
  return placed(record, visit, "profile", record.type === "oidc" ? claimsOf(visit) : { ...claims });
}

/** Members of the token answer that the record reads: by paths, in addresses, or as the whole profile. */
export function tokenMembersOf(record: ProviderRecord | undefined, visit: Visit): ProviderAnswer {
  if (!record) return {};
  const addresses = [record.userinfo, ...(record.userinfoExtra ?? []).map(({ url }) => url)].join(" ");
  const named = [...addresses.matchAll(/\{tokens\.(\w+)\}/g)].map(([, name]) => [name, visit.user.number]);
  return {
    ...(record.profileFrom === "tokens" && profileOf(record, visit)),
    ...(Object.fromEntries(named) as ProviderAnswer),
    ...placed(record, visit, "tokens", {}),
  };
}

/** Claims of the ID token: without what comes by other ways. */
export function claimsInTokens(record: ProviderRecord | undefined, visit: Visit): ProviderAnswer {
  const elsewhere = (record?.userinfoExtra ?? []).map(({ at }) => at);
  return without(profileOf(record, visit), [...(record?.userinfoFromCallback ?? []), ...elsewhere]);
}

/** The answers of further requests, under the names of `userinfoExtra`. */
export const extrasOf = (record: ProviderRecord | undefined, visit: Visit): ProviderAnswer =>
  profileOf(record, visit);

/** The userinfo answer: the profile, wrapped as the record unwraps it. */
export function userinfoOf(record: ProviderRecord | undefined, visit: Visit): unknown {
  const profile = profileOf(record, visit);
  if (record?.userinfoExtra && !faceOf(record.id).profile) {
    const base = without(
      profile,
      record.userinfoExtra.map(({ at }) => at),
    );
    // What a further address takes from this answer must be in it.
    for (const { url } of record.userinfoExtra)
      for (const [, path = ""] of url.matchAll(/\{profile\.([\w.]+)\}/g))
        if (!compilePath(path)(base)) placeAt(base, parsePath(path)[0], String(visit.user.number), "profile");
    return base;
  }
  if (!record?.userinfoUnwrap) return profile;
  const [alternative] = parsePath(record.userinfoUnwrap);
  return alternative?.kind === "path" ? build(undefined, alternative.steps, profile) : profile;
}

const without = (answer: ProviderAnswer, names: readonly string[]): ProviderAnswer =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));

/** Every path of the record with this root, given a value of the person. */
function placed(
  record: ProviderRecord,
  visit: Visit,
  root: PathExpression["root"],
  base: ProviderAnswer,
): ProviderAnswer {
  const { user, picture, withoutEmail } = visit;
  const { id, name, email, image } = record.profile ?? {};
  const words = [user.givenName, user.familyName];
  const answer = { ...base };
  const put = (path: string | undefined, value: unknown, parts?: readonly unknown[]) => {
    const [first] = path === undefined ? [] : parsePath(path);
    if (first?.kind === "path") placeAt(answer, first, value, root);
    if (first?.kind !== "template") return;
    const paths = first.parts.filter((part) => typeof part !== "string");
    // Parts of an address that another path has filled stay as they are.
    const free = paths.filter((part) => parts !== undefined || isEmpty(compilePath(textOf(part))(answer)));
    for (const [at, part] of free.entries())
      placeAt(answer, part, parts ? parts[at] : at === 0 ? value : "", root);
  };
  put(record.emailVerified, user.emailVerified);
  if (!withoutEmail) put(email, user.email);
  put(name, fullName(user), words);
  put(id, String(user.number));
  if (picture !== undefined) put(image, picture);
  return answer;
}

const textOf = ({ root, steps }: PathExpression): string =>
  [...(root === "profile" ? [] : [root]), ...steps.map((step) => (step.kind === "member" ? step.name : ""))]
    .filter(Boolean)
    .join(".");

function placeAt(
  answer: ProviderAnswer,
  path: PathExpression | TemplateExpression | undefined,
  value: unknown,
  root: PathExpression["root"],
): void {
  if (path?.kind === "path" && path.root === root) Object.assign(answer, build(answer, path.steps, value));
}

/** A copy of `base` in which following `steps` arrives at `value`. */
function build(base: unknown, [step, ...rest]: readonly PathStep[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step.kind === "member") {
    const object = (typeof base === "object" && base !== null ? base : {}) as ProviderAnswer;
    return { ...object, [step.name]: build(object[step.name], rest, value) };
  }
  // What a cut leaves out: anything that has the mark.
  if (step.kind === "cut")
    return step.keep === "after" ? `x${step.at}${String(value)}` : `${String(value)}${step.at}x`;
  const list: unknown[] = Array.isArray(base) ? [...(base as unknown[])] : [];
  const at = step.kind === "index" ? step.at : 0;
  const element = step.kind === "first" && !step.equals ? build(list[at], step.where, true) : list[at];
  list[at] = build(element, rest, value);
  return list;
}

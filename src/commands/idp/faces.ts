import {
  type Expression,
  type PathExpression,
  parsePath,
  type Step,
} from "../../providers/kit/profile-path.js";
import type { ProviderRecord } from "../../providers/kit/record.js";
import { discord } from "./faces/discord.js";
import { github } from "./faces/github.js";
import { gitlab } from "./faces/gitlab.js";
import { huggingface } from "./faces/huggingface.js";
import { microsoft } from "./faces/microsoft.js";
import { vk } from "./faces/vk.js";
import { yandex } from "./faces/yandex.js";
import { type Answer, claimsOf, type Face, type Visit } from "./face.js";
import { fullName } from "./people.js";

const special: Readonly<Record<string, Face>> = {
  discord,
  github,
  gitlab,
  huggingface,
  "microsoft-entra-id": microsoft,
  vk,
  yandex,
};

export const faceOf = (providerId: string): Face => special[providerId] ?? {};

/**
 * The profile of a provider: its own face, or the record read backwards, so that every path of the record finds
 * a value where it looks for one.
 */
export function profileOf(record: ProviderRecord | undefined, visit: Visit): Answer {
  const face = record && faceOf(record.id);
  if (face?.profile) return face.profile(visit);
  if (!record?.profile) return claimsOf(visit);
  const profile: Answer = record.type === "oidc" ? claimsOf(visit) : {};
  const { id, name, email, image } = record.profile;
  place(profile, parsePath(id), String(visit.person.number), visit);
  if (name) place(profile, parsePath(name), fullName(visit.person), visit);
  if (email) place(profile, parsePath(email), visit.person.email, visit);
  if (image && visit.picture !== undefined) place(profile, parsePath(image), visit.picture, visit);
  if (record.emailVerified)
    place(profile, parsePath(record.emailVerified), visit.person.emailVerified, visit);
  return profile;
}

/** The userinfo answer: the profile, wrapped as the record unwraps it. */
export function userinfoOf(record: ProviderRecord | undefined, visit: Visit): unknown {
  const profile = profileOf(record, visit);
  if (!record?.userinfoUnwrap) return profile;
  const [alternative] = parsePath(record.userinfoUnwrap);
  return alternative?.kind === "path" ? build(undefined, alternative.steps, profile) : profile;
}

function place(profile: Answer, [alternative]: Expression, value: unknown, { person }: Visit): void {
  if (alternative === undefined) return;
  if (alternative.kind === "path") {
    placeAt(profile, alternative, value);
    return;
  }
  // `${first} ${last}`: the parts of a name stand in this order in every record.
  const words = [person.givenName, person.familyName];
  for (const part of alternative.parts)
    if (typeof part !== "string") placeAt(profile, part, words.shift() ?? person.familyName);
}

function placeAt(profile: Answer, { root, steps }: PathExpression, value: unknown): void {
  if (root === "profile") Object.assign(profile, build(profile, steps, value));
}

/** A copy of `base` in which following `steps` arrives at `value`. */
function build(base: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step.kind === "member") {
    const object = (typeof base === "object" && base !== null ? base : {}) as Answer;
    return { ...object, [step.name]: build(object[step.name], rest, value) };
  }
  const list: unknown[] = Array.isArray(base) ? [...(base as unknown[])] : [];
  const at = step.kind === "index" ? step.at : 0;
  const element = step.kind === "first" && !step.equals ? build(list[at], step.where, true) : list[at];
  list[at] = build(element, rest, value);
  return list;
}

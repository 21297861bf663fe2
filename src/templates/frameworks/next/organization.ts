/** What a route of Next.js has to name an organisation by: its parameter, which pages are given in their props. */
import type { RouteParameter } from "../../../cli/edit/page-parameter.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import { noOrganization, organizationPart, type ProtectContext } from "../../../cli/plan/protected-path.js";
import { majorVersion } from "../../../cli/project/versions.js";
import type { RouteFile } from "./routes.js";

/** What a route asks for, and its parameter that names the organisation. */
export interface NamedOrganization {
  readonly requirement: WrittenRequirement;
  readonly parameter?: RouteParameter;
}

/** @returns undefined where the route has none: a word stands there, or it is left to a person */
export function organizationAt(
  { builder, paths, requirement }: ProtectContext,
  { file, route }: RouteFile,
): NamedOrganization | undefined {
  const { organization } = requirement;
  if (typeof organization !== "string") return { requirement };
  const part = organizationPart(paths, organization, route);
  if (typeof part === "object") {
    const isPromise = (majorVersion(builder.facts, "next") ?? 16) >= 15;
    const parameter = { name: part.parameter, isPromise };
    return { requirement: { ...requirement, organization: part.parameter }, parameter };
  }
  const words = { reason: "", already: "", snippet: requirementText(requirement, '"') };
  if (part === "other") builder.edit(file, { kind: "manual", line: 1, why: noOrganization }, words);
  return undefined;
}

/** Whom a guard lets in, for plans. */
export const who = ({ organization }: WrittenRequirement): string =>
  organization === undefined ? "a user" : "a member of the organisation";

/** `auth protect --organization`: what the paths, the configuration and the app's roles have to hold for it. */
import type { WrittenRequirement } from "../../cli/edit/requirement.js";
import type { ProtectedPath } from "../../cli/plan/protected-path.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import type { FrameworkSupport } from "../../templates/frameworks/support.js";
import { organizationRoles } from "../additions/organization-roles.js";
import { ownPermissions } from "../../templates/plugins/organizations/permissions.js";

/** What a person asked for. */
interface Asked {
  readonly paths: readonly ProtectedPath[];
  readonly requirement: WrittenRequirement;
}

/**
 * What the guards ask for: as it was given, or with the organisation whose role a person has meant.
 *
 * @throws CliError exit 2 where it says nothing of one organisation, or names what the app has not
 */
export async function organizationWish(
  facts: ConfiguredProject,
  asked: Asked,
  prompts: () => Promise<Prompts>,
): Promise<WrittenRequirement> {
  const plugin = facts.configuration?.plugins.find(({ id }) => id === "organizations");
  const meant = plugin === undefined ? asked.requirement : await withMeantRole(asked, prompts);
  if (meant.organization === undefined) {
    if (meant.can === undefined) return meant;
    throw refused("--can asks a role of an organisation.", "Add --organization with the name of the part.");
  }
  assertNamed(asked.paths, meant.organization);
  if (plugin === undefined) assertUnread(facts);
  else assertHeld(facts.configuration, meant);
  return meant;
}

/**
 * The same as the guards of a framework write it.
 *
 * @throws CliError exit 2 where a rule has more stars than the one that it could mean
 */
export function organizationOf(
  { organizationBy, name }: Pick<FrameworkSupport, "organizationBy" | "name">,
  { paths, requirement }: Asked,
): WrittenRequirement {
  if (requirement.organization === undefined || organizationBy !== "star") return requirement;
  const open = paths.find(({ segments }) => segments.filter((one) => one === undefined).length > 1);
  if (open === undefined) return { ...requirement, organization: "*" };
  throw refused(
    `A rule of ${name} knows the organisation by its one star, and ${open.text} has several parts that may be anything.`,
    "Guard the path in front: auth protect with that part as the last one.",
  );
}

/** A role beside a named part is the app's own or that of an organisation: nothing says which. */
async function withMeantRole(
  { paths, requirement }: Asked,
  prompts: () => Promise<Prompts>,
): Promise<WrittenRequirement> {
  const { role, organization } = requirement;
  const name = paths.flatMap(({ names }) => names).find((one) => one !== undefined);
  if (role === undefined || organization !== undefined || name === undefined) return requirement;
  const roles = [role].flat().join(", ");
  const asking = await prompts();
  if (!asking.interactive) throw whichRole(paths, [role].flat().join(","), name);
  const answer = await asking.select({ message: `Whose role is ${roles}?`, flag: `--organization ${name}` }, [
    { value: "organization", label: `a member's, in the organisation that :${name} names` },
    { value: "app", label: "a user's, in the whole app" },
  ]);
  return answer === "app" ? requirement : { ...requirement, organization: name };
}

function whichRole(paths: readonly ProtectedPath[], role: string, name: string) {
  const line = (all: readonly string[], flags: string) =>
    `auth protect ${all.map((one) => `"${one}"`).join(" ")}${flags} --role ${role}`;
  const inOrganization = line(
    paths.map(({ text }) => text),
    ` --organization ${name}`,
  );
  const inApp = line(
    paths.map(({ segments }) => segments.map((one) => `/${one ?? "*"}`).join("")),
    "",
  );
  const choices = [
    { command: inOrganization, why: "The role in the organisation." },
    { command: inApp, why: "The role in the whole app." },
  ];
  return usageError(
    "AUTH_E_PROTECT_ROLE",
    `--role ${role} may be a role in the organisation that :${name} names, or one in the whole app.`,
    `In the organisation: ${inOrganization}\nIn the whole app: ${inApp}`,
    choices.map(({ command, why }) => ({ command: `npx ${command}`, why })),
  );
}

function assertNamed(
  paths: readonly ProtectedPath[],
  organization: WrittenRequirement["organization"],
): void {
  const without = paths.find(({ names }) => !names.some((one) => one === organization));
  if (without === undefined) return;
  throw refused(
    `${without.text} has no part that is called ${String(organization)}.`,
    `Write it with a colon, such as auth protect "/teams/:${String(organization)}" --organization ${String(organization)}`,
  );
}

/** Where all of the configuration is in sight, it lacks the plugin: the guard would let nobody in. */
function assertUnread({ configuration }: ConfiguredProject): void {
  if (configuration === undefined || configuration.unreadable.length > 0) return;
  throw refused(
    "The configuration lacks the plugin organizations.",
    "Nothing was written. Run: auth add-plugin organizations",
  );
}

/** @throws CliError for a role or a permission that the app's roles don't hold, where they can be read */
function assertHeld(
  configuration: ConfiguredProject["configuration"],
  { role, can }: WrittenRequirement,
): void {
  const roles = organizationRoles(configuration);
  if (roles === undefined) return;
  assertKnown("role", role, Object.keys(roles));
  const lists = Object.values(roles);
  if (lists.includes(undefined)) return;
  const named = lists.flatMap((one) => one ?? []).filter((one) => one !== "*" && !one.endsWith(":*"));
  assertKnown("permission", can, [...new Set([...named, ...ownPermissions])]);
}

function assertKnown(what: string, given: WrittenRequirement["role"], known: readonly string[]): void {
  const unknown = [given ?? []].flat().find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw refused(
      `The organisations of this app have no ${what} ${unknown}.`,
      `They have: ${known.join(", ")}`,
    );
}

const refused = (message: string, hint: string) => usageError("AUTH_E_PROTECT_ORGANIZATION", message, hint);

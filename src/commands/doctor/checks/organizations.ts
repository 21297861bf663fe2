/** The plugin `organizations`: what it does not start without, and guards that ask for a role of nobody knows what. */
import type { ConfiguredPlugin } from "../../../cli/source/configuration/auth-config.js";
import { hasMember, textOf } from "../../../cli/source/routes/requirement.js";
import { guardsOf } from "../../../cli/findings/auth-expressions.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { placeIn, type SourceText, type Survey } from "../../../cli/findings/survey.js";

/** Only what is in sight: options may come from another package. */
export function checkOrganizations(all: Survey): Finding[] {
  const plugin = all.configuration?.plugins.find(({ id }) => id === "organizations");
  if (plugin === undefined) return [];
  return [...checkOptions(plugin), ...all.sources.flatMap((source) => checkGuards(all, source))];
}

function checkOptions({ at, options, hidesOptions }: ConfiguredPlugin): Finding[] {
  if (hidesOptions) return [];
  const [role, ...others] = options.filter(({ path }) => path.startsWith("roles."));
  const isOwned = [role, ...others].some((one) => one?.path === "roles.owner");
  const isDecided = options.some(({ path }) => path === "create");
  return [
    ...(role === undefined || isOwned ? [] : [finding("AUTH_D_ORGANIZATION_OWNER", role.at)]),
    ...(isDecided ? [] : [finding("AUTH_D_ORGANIZATION_CREATE", at)]),
  ];
}

/** A role, or a permission, that only an organisation can give, and no organisation. */
function checkGuards(all: Survey, source: SourceText): Finding[] {
  return guardsOf(all, source.path).flatMap(({ node, asked }) => {
    const isInSight = asked.kind === "object" && asked.spread.length === 0;
    if (!isInSight || hasMember(asked, "organization")) return [];
    const isNamed = textOf(asked, "path")?.includes("/:") === true;
    const option = ["can", ...(isNamed ? ["role"] : [])].find((name) => hasMember(asked, name));
    if (option === undefined) return [];
    const message = `A guard asks for ${option} without saying of which organisation.`;
    return [finding("AUTH_D_ORGANIZATION_GUARD", { ...placeIn(source, node.getStart()), message })];
  });
}

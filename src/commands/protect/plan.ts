/** `auth protect`: guards for paths of an app, by what its framework has for that. */
import { supportOf } from "../../templates/frameworks/index.js";
import type { FrameworkSupport } from "../../templates/frameworks/support.js";
import { organizationOf } from "./organization.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { optionOf } from "../../cli/source/configuration/literals.js";
import { placedPages } from "../../cli/source/configuration/page-addresses.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { callingFile, endpointBase } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { covers, organizationPart, type ProtectWish } from "../../cli/plan/protected-path.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** No callback shows one in the session. */
const givesNoRole = ({ configuration }: ConfiguredProject): boolean =>
  configuration?.unreadable.length === 0 && optionOf(configuration, "callbacks.session") === undefined;

const hasBackOffice = ({ configuration }: ConfiguredProject): boolean =>
  configuration?.plugins.some(({ id }) => id === "admin") === true;

/** @throws CliError when sign-in itself would be guarded, or the framework has no guard that can be written */
export async function planProtect(
  facts: ConfiguredProject,
  { framework, source }: OpenConfiguration,
  wish: ProtectWish,
): Promise<Plan> {
  const base = await endpointBase(facts, framework);
  const endless = wish.paths.find((one) => covers(one, base));
  if (endless)
    throw usageError(
      "AUTH_E_PROTECT_PATH",
      `${endless.text} holds the sign-in itself, which answers at ${base}: nobody could come in.`,
      "Name the parts of the app that need a signed-in user, such as /dashboard.",
    );
  const support = supportOf(framework);
  const { protect } = support;
  if (protect === undefined)
    throw new CliError("AUTH_E_PROTECT_FRAMEWORK", `auth protect doesn't support ${framework.name} yet.`, {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Write auth.require() in front of the route: docs/frameworks has the line.",
    });
  const builder = new PlanBuilder(facts);
  const authFile = callingFile(facts) ?? source.file;
  try {
    await protect({ builder, framework, authFile, ...wish, requirement: organizationOf(support, wish) });
  } catch (error) {
    throw asBuiltInPage(error, facts, wish);
  }
  const { role, organization } = wish.requirement;
  const roles = [role ?? []].flat();
  if (roles.length > 0 && organization === undefined && givesNoRole(facts))
    builder.next(
      `Nobody has the role ${roles.join(" or ")} yet. Who has which one: auth add-role ${roles.join(" ")}`,
      "before",
    );
  if (organization === undefined && roles.includes("admin") && hasBackOffice(facts))
    builder.next(
      'The role "admin" is one of your app. Administrators of the back office have a grant in place of a role: auth users grant',
    );
  if (organization !== undefined) warnBeside(builder, support, wish);
  return builder.finish("protect");
}

/** Routes such as `/teams/new`, whose word a guard by path takes for the name of an organisation. */
function warnBeside(
  builder: PlanBuilder<ConfiguredProject>,
  { organizationBy }: FrameworkSupport,
  { paths, routes = [], requirement: { organization } }: ProtectWish,
): void {
  if (typeof organization !== "string") return;
  const beside = routes.filter(
    ({ path }) =>
      paths.some((one) => covers(one, path)) && organizationPart(paths, organization, path) === "word",
  );
  for (const { path, file, line } of new Map(beside.map((one) => [one.path, one])).values())
    builder.warn(
      "AUTH_W_PROTECT_BESIDE",
      organizationBy === "route"
        ? `${path} (${file}:${line}) belongs to no organisation, and gets no guard of its own.`
        : `${path} (${file}:${line}) is below the path too, and is closed to everybody: its word is no organisation's.`,
    );
}

/** Where nothing of the app answers there may be a built-in page, which needs no guard. */
function asBuiltInPage(
  error: unknown,
  { configuration }: ConfiguredProject,
  { paths }: ProtectWish,
): unknown {
  if (!(error instanceof CliError) || error.code !== "AUTH_E_PROTECT_NOTHING") return error;
  const addresses = new Set(placedPages(configuration).map(({ address }) => address));
  const page = paths.find(({ segments }) => addresses.has(`/${segments.join("/")}`));
  if (page === undefined) return error;
  const message = `${page.text} is a built-in page: guards let it through, and it asks for a session where it needs one.`;
  return usageError("AUTH_E_PROTECT_NOTHING", message, error.hint);
}

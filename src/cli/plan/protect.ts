/** `auth protect`: guards for paths of an app, by what its framework has for that. */
import { supportOf } from "../../templates/frameworks/index.js";
import type { ConfiguredProject } from "../project/facts.js";
import { optionOf } from "../source/literals.js";
import { CliError, usageError } from "../terminal/errors.js";
import type { OpenConfiguration } from "./auth-place.js";
import { endpointBase } from "./places.js";
import type { Plan } from "./plan.js";
import { covers, type ProtectWish } from "./protected-path.js";
import { PlanBuilder } from "./plan-builder.js";

/** No callback shows one in the session. */
const givesNoRole = ({ configuration }: ConfiguredProject): boolean =>
  configuration?.unreadable.length === 0 && optionOf(configuration, "callbacks.session") === undefined;

/** @throws CliError when sign-in itself would be guarded, or the framework has no guard that can be written */
export async function planProtect(
  facts: ConfiguredProject,
  { framework, source }: OpenConfiguration,
  wish: ProtectWish,
): Promise<Plan> {
  const base = endpointBase(facts, framework);
  const endless = wish.paths.find((one) => covers(one, base));
  if (endless)
    throw usageError(
      "AUTH_E_PROTECT_PATH",
      `${endless.text} holds the sign-in itself, which answers at ${base}: nobody could come in.`,
      "Name the parts of the app that need a signed-in user, such as /dashboard.",
    );
  const { protect } = supportOf(framework);
  if (protect === undefined)
    throw new CliError("AUTH_E_PROTECT_FRAMEWORK", `auth protect doesn't support ${framework.name} yet.`, {
      hint: "Write auth.require() in front of the route: docs/frameworks has the line.",
    });
  const builder = new PlanBuilder(facts.files);
  // The function that makes `auth` may stand beside the file of the options.
  const authFile = facts.configuration?.calls[0]?.at.path ?? source.file;
  await protect({ builder, facts, framework, authFile, ...wish });
  const { role } = wish.requirement;
  if (role !== undefined && givesNoRole(facts))
    builder.next(`Nobody has the role ${role} yet. Who has which one: auth add-role ${role}`, "before");
  return builder.finish("protect");
}

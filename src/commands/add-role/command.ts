import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { planAddRole } from "../additions/roles.js";
import { usageError } from "../../cli/terminal/errors.js";

/** `auth add-role`: roles for users, in token and session, with their types. */
export async function run(context: CommandContext): CommandResult {
  const roles = idsOf(context.args).map(assertRole);
  recoverProject(context);
  const facts = await openProject(context);
  const plan = await planAddRole(facts, await openConfiguration(context, facts), roles);
  await executePlan(context, plan, facts, await promptsFor(context));
}

const roleName = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;
const longest = 32;

/** A variable is named after the role, and both are written into the code as they are. */
function assertRole(id: string): string {
  if (roleName.test(id) && id.length <= longest) return id;
  throw usageError(
    "AUTH_E_ROLE",
    `${id} isn't a valid role name.`,
    "Use small letters and digits, with - between words: auth add-role admin",
  );
}

import { randomBytes } from "node:crypto";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { envPlace } from "../../cli/plan/places.js";
import { planDropOldest, planPromote, planRotate, planStage } from "../additions/rotate.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { detectConfigured } from "../steps/open-configuration.js";
import { projectPath } from "../../cli/project/files.js";
import { usageError } from "../../cli/terminal/errors.js";

/** `auth secret rotate`: a new secret where the runtime reads it first; the old ones stay where they are. */
export async function run(context: CommandContext): CommandResult {
  const { options, output, cwd } = context;
  recoverProject(context);
  const facts = await detectConfigured(cwd, { onRead: output.progress.reads });
  const envFile = options.text("env");
  const place = envPlace(facts, facts.frameworks[0], envFile && projectPath(facts.root, cwd, envFile));
  const builder = new PlanBuilder(facts);
  const secret = randomBytes(32).toString("base64");
  const [step, second] = ["stage", "promote", "dropOldest"].filter((name) => options.is(name));
  if (second)
    throw usageError(
      "AUTH_E_USAGE",
      "--stage, --promote and --drop-oldest are steps of their own.",
      "Use one of them.",
    );
  if (step === "stage") planStage(builder, place, secret);
  else if (step === "promote") planPromote(builder, place, new Date());
  else if (step === "dropOldest") planDropOldest(builder, place);
  else planRotate(builder, place, { value: secret, madeAt: new Date() });
  await executePlan(context, builder.finish("secret rotate"), facts, await promptsFor(context));
}

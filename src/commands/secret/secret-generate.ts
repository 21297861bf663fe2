import { randomBytes } from "node:crypto";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { usageError } from "../../cli/terminal/errors.js";

/** `auth secret generate`: 32 random bytes in base64, printed or put into the env file. */
export async function run(context: CommandContext): CommandResult {
  const { options, output } = context;
  if (options.is("write") && options.is("raw")) {
    throw usageError(
      "AUTH_E_USAGE",
      "--raw prints the secret, --write keeps it from the screen.",
      "Use one of them.",
    );
  }
  const secret = randomBytes(32).toString("base64");
  if (options.is("write")) return write(context, secret);
  output.result({ secret }, options.is("raw") ? secret : `AUTH_SECRET=${secret}`);
  if (!options.is("raw")) output.note("Put this line into your env file, or let --write do it.", "dim");
}

/** Everything about projects is loaded here, so that printing a secret stays quick. */
async function write(context: CommandContext, secret: string): Promise<void> {
  const [
    { executePlan, recoverProject },
    { detect },
    { projectPath },
    { PlanBuilder },
    { planSecret },
    { envPlace },
  ] = await Promise.all([
    import("../steps/execute-plan.js"),
    import("../steps/detect.js"),
    import("../../cli/project/files.js"),
    import("../../cli/plan/plan-builder.js"),
    import("../../cli/plan/secret.js"),
    import("../../cli/plan/places.js"),
  ]);
  recoverProject(context);
  const facts = detect(context.cwd, { onRead: context.output.progress.reads });
  const envFile = context.options.text("env");
  const place = envPlace(
    facts,
    facts.frameworks[0],
    envFile && projectPath(facts.root, context.cwd, envFile),
  );
  const builder = new PlanBuilder(facts);
  planSecret(builder, place, { secret });
  await executePlan(context, builder.finish("secret generate"), facts, await promptsFor(context));
}

import { supportOf } from "../../templates/frameworks/index.js";
import { randomBytes } from "node:crypto";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { docsOf, type Finding } from "../../cli/findings/finding.js";
import type { LiveResult } from "./live/index.js";
import { renderFindings, summaryOf } from "./report.js";
import { checkProject } from "./static.js";
import { survey } from "../steps/read-survey.js";
import { expectedAddresses } from "./well-known.js";
import { configuredBasePath, type Survey } from "../../cli/findings/survey.js";
import { planRepairs } from "./repairs.js";
import { isEmpty } from "../../cli/plan/plan.js";
import { docsFolder } from "../../cli/project/docs-folder.js";
import { openProject } from "../steps/open-configuration.js";
import { CliError, usageError } from "../../cli/terminal/errors.js";

/** A development server may compile first. */
const timeoutMs = 15_000;

/** `auth doctor`: what is wrong with the project, with its database (`--url-env`), with the app that runs (`--url`). Exit 1 for an error. */
export async function run(context: CommandContext): CommandResult {
  const { options, output } = context;
  const address = addressOf(options.text("url"));
  const readsDatabase = options.text("urlEnv") !== undefined;
  const all = await surveyOf(context, address !== undefined && !readsDatabase);
  let findings = all ? await checkProject(all) : [];
  if (options.is("fix") && all) findings = await repair(context, all, findings);
  if (readsDatabase && all)
    findings = [...findings, ...(await (await import("./database.js")).checkDatabase(context, all))];
  const live = address && (await drive(context, address, all, findings));
  const shown = live?.finding ? [live.finding, ...findings] : findings;
  const docs = docsFolder(context.cwd);
  const data = {
    findings: shown.map(({ repair: plan, ...rest }) => ({
      ...rest,
      fixable: plan !== undefined,
      docs: docsOf(rest.code, docs),
    })),
    ...(live && { live: { base: live.base ?? null, steps: live.steps } }),
  };
  output.report(data, renderFindings(shown, live, output.resultStyle, docs));
  const errors = shown.filter(({ level }) => level === "error").length;
  if (errors === 0) return output.note(summaryOf(shown), shown.length === 0 ? "good" : "warn");
  const fixable = shown.some((one) => one.repair) && !options.is("fix");
  throw new CliError("AUTH_E_FINDINGS", summaryOf(shown), {
    hint: fixable ? "Some of it can be repaired: auth doctor --fix" : "Fix each finding as it says.",
  });
}

function addressOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usageError("AUTH_E_URL", `--url ${text} is no address.`, "For instance: --url http://localhost:3000");
}

/** With --url a project is a help and not a need: the app may run anywhere. */
async function surveyOf(context: CommandContext, isOptional: boolean): Promise<Survey | undefined> {
  const { options, io, output } = context;
  try {
    if (options.is("fix")) recoverProject(context);
    const all = await survey(await openProject(context), io.env, { progress: output.progress });
    return isOptional && !all.facts.authFile ? undefined : all;
  } catch (error) {
    if (isOptional && error instanceof CliError && error.code === "AUTH_E_NO_PACKAGE") return undefined;
    throw error;
  }
}

async function repair(
  context: CommandContext,
  all: Survey,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const secret = { value: randomBytes(32).toString("base64"), madeAt: new Date() };
  const plan = await planRepairs(all, findings, secret);
  if (isEmpty(plan) && findings.length > 0) {
    context.output.plan(plan);
    context.output.note("Nothing here can be repaired by --fix.");
    return findings;
  }
  await executePlan(context, plan, all.facts, await promptsFor(context));
  if (context.options.is("dryRun")) return findings;
  return checkProject(
    await survey(await openProject(context), context.io.env, { progress: context.output.progress }),
  );
}

async function drive(
  { holdSignals }: CommandContext,
  address: URL,
  all: Survey | undefined,
  localFindings: readonly Finding[],
): Promise<LiveResult> {
  const { driveApp } = await import("./live/index.js");
  const own =
    all &&
    (configuredBasePath(all) ??
      (all.framework && (await supportOf(all.framework).mountedIn?.(all))) ??
      all.framework?.basePath);
  const below = (all && all.framework?.prefix(all.facts.files)) ?? "";
  const expectedBase = own?.startsWith(`${below}/`) === false ? below + own : own;
  const wellKnown = expectedAddresses(all);
  // The address of an app below a path is not that of its endpoints.
  const app = address.pathname.replace(/\/+$/, "") === below ? new URL(address.origin) : address;
  return holdSignals((signal) =>
    driveApp(app, { localFindings, expectedBase, wellKnown, timeoutMs, signal }),
  );
}

import type { Framework } from "../../cli/project/framework.js";
import { supportOf } from "../../templates/frameworks/index.js";
import { survey } from "./read-survey.js";
import type { Survey } from "../../cli/findings/survey.js";
import { projectModules } from "../../cli/project/sources.js";
import { readIfText } from "../../cli/project/files.js";
import { namesExample } from "../../cli/source/syntax/probes.js";
import type { AppRoute } from "../../cli/source/syntax/access.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { TakenAddresses } from "../../cli/plan/endpoint-base.js";

/** Addresses at which pages and routes of the app answer, as far as its files and its code list them. */
export async function takenAddresses(
  facts: ConfiguredProject,
  framework: Framework,
  env: Survey["processEnv"],
): Promise<TakenAddresses> {
  const support = supportOf(framework);
  if (support.addresses) return { addresses: await support.addresses(facts), mounts: [], unread: [] };
  if (support.routes === undefined) return { addresses: [], mounts: [], unread: [] };
  const all = await survey(facts, env);
  const routes = (await support.routes(all)).filter(
    (route) => route.isUnanswered !== true && !isExample(facts, route),
  );
  return {
    addresses: routes.map((route) => route.path),
    mounts: await mountsOf(all),
    unread: routes.flatMap(({ isUnread, file, line }) => (isUnread ? [`${file}:${line}`] : [])),
  };
}

/** Where the server file mounts what no reader of routes may know. */
async function mountsOf(all: Survey): Promise<readonly string[]> {
  const server = all.sources.find(({ path }) => path === all.facts.serverFile);
  if (server === undefined) return [];
  const { authExpressionsOf } = await import("../../cli/findings/auth-expressions.js");
  const { mountPaths } = await import("../../cli/source/routes/answering.js");
  const { parse } = await import("../../cli/source/syntax/parse.js");
  const { Names } = await import("../../cli/source/names/names.js");
  const names = new Names(projectModules(all.facts));
  return mountPaths(parse(server.text, server.path), { isOurs: authExpressionsOf(all).isOurs, names });
}

/** The example of a guarded page that `auth init` has written. */
const isExample = ({ files, authFile }: ConfiguredProject, { file, line }: AppRoute): boolean =>
  file === authFile || namesExample(readIfText(files, file)?.text.split("\n")[line - 1] ?? "");

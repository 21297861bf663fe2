import type { Framework } from "../../templates/frameworks/framework.js";
import { supportOf } from "../../templates/frameworks/index.js";
import { survey } from "./read-survey.js";
import type { Survey } from "../../cli/findings/survey.js";
import { readIfText } from "../../cli/project/files.js";
import { namesExample } from "../../cli/source/syntax/probes.js";
import type { AppRoute } from "../../cli/source/syntax/access.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";

/** Addresses at which pages and routes of the app answer, as far as its files and its code list them. */
export async function takenAddresses(
  facts: ConfiguredProject,
  framework: Framework,
  env: Survey["processEnv"],
): Promise<readonly string[]> {
  const support = supportOf(framework);
  if (support.addresses) return support.addresses(facts);
  const routes = (await support.routes?.(await survey(facts, env))) ?? [];
  return routes.flatMap((route) => (route.isUnanswered || isExample(facts, route) ? [] : [route.path]));
}

/** The example of a guarded page that `auth init` has written. */
const isExample = ({ files, authFile }: ConfiguredProject, { file, line }: AppRoute): boolean =>
  file === authFile || namesExample(readIfText(files, file)?.text.split("\n")[line - 1] ?? "");

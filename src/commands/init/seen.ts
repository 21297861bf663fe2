/** What a command saw of a project, in a line for people. */
import { dialects } from "../../templates/stores/kysely/dialects.js";
import { stores } from "../../templates/stores/index.js";
import type { Framework } from "../../templates/frameworks/framework.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { hasPackage, usesTailwind } from "../../cli/project/packages.js";
import { installedVersion, majorVersion } from "../../cli/project/versions.js";

/** Frameworks with their versions, language, package manager, Tailwind, and what the project keeps its data with. */
export function seenOf(facts: ProjectFacts): string {
  const parts = [
    facts.frameworks.map((one) => versioned(facts, one)).join(" and "),
    facts.language === "ts" ? "TypeScript" : "JavaScript",
    facts.packageManager.name,
    ...(usesTailwind(facts) ? ["Tailwind"] : []),
    ...dataOf(facts),
  ];
  return `Found: ${parts.join(", ")}.`;
}

/** Behind the first word: `Next.js 16.4.3 (App Router)`. */
function versioned(facts: ProjectFacts, { name, dependency, oldest }: Framework): string {
  const carrier = oldest?.package ?? dependency;
  if (carrier === undefined) return name;
  const version = installedVersion(facts.root, carrier) ?? majorVersion(facts, carrier);
  const [first, ...more] = name.split(" ");
  return [first, ...(version === undefined ? [] : [version]), ...more].join(" ");
}

function dataOf(facts: ProjectFacts): readonly string[] {
  const libraries = stores.flatMap(({ library, over }) =>
    library !== undefined && hasPackage(facts, library) ? [over.split(",")[0] ?? over] : [],
  );
  const databases = dialects.flatMap(({ driver, name }) =>
    driver !== undefined && hasPackage(facts, driver) ? [name] : [],
  );
  if (databases.length === 0) return libraries;
  return [[...libraries, databases.join(" and ")].join(" with ")];
}

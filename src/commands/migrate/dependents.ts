/** Installed packages that need an old package themselves. */
import { JsonSyntaxError } from "../../cli/formats/json-file.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { installedManifest } from "../../cli/project/versions.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { keptAdapters } from "./package.js";
import { adapterSwaps, oldDependencies, oldPackages } from "../../cli/old-auth/packages.js";
import type { Todo } from "./todo.js";

/** What they do with it is theirs, and does not move: one line of package.json each. */
export function dependents(facts: ProjectFacts): Todo[] {
  const { dependencies, devDependencies } = facts.packageJson;
  const known = new Set<string>([...oldPackages, ...Object.keys(adapterSwaps), ...keptAdapters(facts)]);
  const text = facts.files.read("package.json")?.text ?? "{}";
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const needed = needs(installedManifest(facts.root, name));
      if (needed === undefined) return [];
      return [
        {
          path: "package.json",
          line: lineAt(text, Math.max(text.indexOf(`"${name}"`), 0)),
          why: `${name} needs ${needed} itself, and uses it as before`,
          write: `replace it by what does without ${needed}, or try it: ${needed} stays installed beside, for it alone`,
        },
      ];
    });
}

/** The old package that a published package.json names. */
function needs(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  try {
    return oldDependencies(manifest).find(({ section }) => section !== "devDependencies")?.name;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

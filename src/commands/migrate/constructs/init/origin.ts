/** Where options of next-auth 4 come from, across the files of the project. */
import type { ProjectFacts } from "../../../../cli/project/facts.js";
import { resolveModule } from "../../../../cli/old-auth/sources.js";
import type { Surveyed } from "../../read-file.js";
import type { Statement } from "../../../../cli/old-auth/statements.js";

/** Options: a name in a file, or in a package outside of the project. */
export interface Origin {
  readonly file?: string;
  readonly specifier?: string;
  readonly name: string;
  /** The importing file's specifier leads straight to the file. */
  readonly direct: boolean;
}

/** All files of a project that the migration has to do with. */
export interface App {
  readonly facts: ProjectFacts;
  readonly byFile: ReadonlyMap<string, Surveyed>;
}

/** Re-exports are followed this far. */
const deepest = 5;

export function originOf(app: App, surveyed: Surveyed, name: string, depth = 0): Origin | undefined {
  const declared = depth === 0 ? name : (surveyed.calls.exportedAs.get(name) ?? name);
  if (surveyed.calls.declared.some((one) => one.name === declared))
    return { file: surveyed.file, name: declared, direct: true };
  for (const statement of surveyed.uses.statements) {
    const step = leadsOn(statement, name, depth);
    if (!step) continue;
    const found = follow(app, surveyed, { ...step, specifier: statement.specifier }, depth);
    if (found || !step.passesAll) return found;
  }
  return undefined;
}

interface Step {
  /** The name in the next module. */
  readonly imported: string;
  /** `export *`: the name may be there or not. */
  readonly passesAll: boolean;
}

function leadsOn({ bindings, kind, whole }: Statement, name: string, depth: number): Step | undefined {
  if (kind === "export" && depth === 0) return undefined;
  const binding = bindings.find(({ local }) => local === name);
  const passesAll = kind === "export" && whole && name !== "default";
  return binding || passesAll ? { imported: binding?.imported ?? name, passesAll } : undefined;
}

function follow(
  app: App,
  surveyed: Surveyed,
  { imported, passesAll, specifier }: Step & { specifier: string },
  depth: number,
): Origin | undefined {
  const file = resolveModule(specifier, surveyed.file, app.facts);
  if (file === undefined) return passesAll ? undefined : { specifier, name: imported, direct: true };
  const next = app.byFile.get(file);
  const found = next && depth < deepest ? originOf(app, next, imported, depth + 1) : undefined;
  return (
    found && {
      ...found,
      direct: depth === 0 && found.file === file,
      ...(found.file !== undefined && { specifier }),
    }
  );
}

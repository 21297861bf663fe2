/** Clients of a database that a project has already. */
import { readIfText } from "../../cli/project/files.js";
import { listSources } from "../../cli/project/sources.js";
import { mayNameModule } from "../../cli/source/syntax/probes.js";
import { moduleSpecifier, type StorePlace, stagedFor } from "./wiring.js";
import type { StoreContext } from "./support.js";

/** What makes a client, such as `Pool` of `pg`. */
export interface Maker {
  readonly name: string;
  /** A file that makes one names one of these; undefined: the name alone says enough. */
  readonly modules?: readonly string[];
  /** What a client is called that has no name of its own. */
  readonly usual: string;
}

/** A client that a file of the project exports, and how the file with the store gets it. */
export interface Instance {
  readonly file: string;
  readonly isDefault: boolean;
  /** Its name in the file with the store. */
  readonly local: string;
  /** What stands in the import. */
  readonly binding: string;
  readonly specifier: string;
}

/** The first client of the project, outermost file first. */
export async function findInstance(
  context: StoreContext,
  { file: storeFile }: Pick<StorePlace, "file">,
  { name, modules, usual }: Maker,
): Promise<Instance | undefined> {
  const { exportedInstances } = await import("../../cli/source/names/exported-instances.js");
  const { files } = context.builder.facts;
  for (const file of listSources(files)) {
    const text = file === storeFile ? "" : (readIfText(files, file)?.text ?? "");
    const mayMake = modules?.some((module) => mayNameModule(text, module)) ?? text.includes(name);
    if (!mayMake) continue;
    const [found] = exportedInstances({ file, text }, name);
    if (!found) continue;
    const isDefault = found === "default";
    return {
      file,
      isDefault,
      local: isDefault ? usual : found,
      binding: isDefault ? usual : `{ ${found} }`,
      specifier: moduleSpecifier(stagedFor(context), file, storeFile),
    };
  }
  return undefined;
}

/** Clients of a database that a project has already. */
import { listSources } from "../../cli/project/sources.js";
import { mayNameModule } from "../../cli/source/syntax/probes.js";
import { moduleSpecifier, type StorePlace } from "./wiring.js";
import type { StoreContext } from "./support.js";

/** What makes a client, such as `Pool` of `pg`. */
export interface Maker {
  readonly name: string;
  /** A file that makes one names one of these; undefined: the name alone says enough. */
  readonly modules?: readonly string[];
}

/** A client that a file of the project exports; "default" for the default export. */
export interface Instance {
  readonly file: string;
  readonly name: string;
}

/** The first client of the project, outermost file first. */
export async function findInstance(
  { facts }: StoreContext,
  { file: storeFile }: StorePlace,
  { name, modules }: Maker,
): Promise<Instance | undefined> {
  const { exportedInstances } = await import("../../cli/source/names/exported-instances.js");
  for (const file of listSources(facts.files)) {
    const text = file === storeFile ? "" : (facts.files.read(file)?.text ?? "");
    const mayMake = modules?.some((module) => mayNameModule(text, module)) ?? text.includes(name);
    if (!mayMake) continue;
    const [found] = exportedInstances({ file, text }, name);
    if (found) return { file, name: found };
  }
  return undefined;
}

/** How the file with the store gets a client: `local` is its name there, `binding` stands in the import. */
export const importOf = (context: StoreContext, { file }: StorePlace, instance: Instance, usual: string) => ({
  local: instance.name === "default" ? usual : instance.name,
  binding: instance.name === "default" ? usual : `{ ${instance.name} }`,
  specifier: moduleSpecifier(context, instance.file, file),
});

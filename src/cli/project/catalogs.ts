/** Catalogs of a workspace: ranges that package.json leaves to them, by `catalog:` or `catalog:<name>`. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { JsonSyntaxError, memberOf } from "../formats/json-file.js";
import { catalogsOfYaml, type Catalogs } from "../formats/workspace-file.js";
import type { Workspace } from "./workspace.js";
import { asRecord, asStrings } from "./workspace.js";

/** pnpm and Yarn write theirs in YAML; bun writes them in package.json, beside `workspaces` or in it. */
const readers: Readonly<Record<string, (text: string) => Catalogs>> = {
  "pnpm-workspace.yaml": catalogsOfYaml,
  ".yarnrc.yml": catalogsOfYaml,
  "package.json": (text) => new Map([...catalogsIn(text, []), ...catalogsIn(text, ["workspaces"])]),
};

function catalogsIn(text: string, above: readonly string[]): Catalogs {
  const at = (key: string): unknown => memberOf(text, [...above, key])?.node.value;
  try {
    const unnamed = asStrings(at("catalog"));
    const named = Object.entries(asRecord(at("catalogs"))).map(
      ([name, ranges]) => [name, asStrings(ranges)] as const,
    );
    return new Map([...(Object.keys(unnamed).length > 0 ? [["default", unnamed] as const] : []), ...named]);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return new Map();
    throw error;
  }
}

/** The catalog that package.json leaves a range to. */
export const catalogNamed = (declared: string | undefined): string | undefined =>
  declared?.startsWith("catalog:") ? declared.slice("catalog:".length).trim() || "default" : undefined;

/** The range that package.json asks for, its own or the catalog's; undefined: no catalog has it. */
export function rangeBehind(
  { workspaceRoot }: Pick<Workspace, "workspaceRoot">,
  name: string,
  declared: string | undefined,
): string | undefined {
  const catalog = catalogNamed(declared);
  if (catalog === undefined) return declared;
  for (const [file, read] of Object.entries(readers)) {
    const place = path.join(workspaceRoot, file);
    const ranges = existsSync(place) ? read(readFileSync(place, "utf8")).get(catalog) : undefined;
    if (ranges !== undefined && Object.hasOwn(ranges, name)) return ranges[name];
  }
  return undefined;
}

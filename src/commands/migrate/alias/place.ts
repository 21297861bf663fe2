/** Where each package manager is told that one package stands in place of another. */
import path from "node:path";
import { memberOf } from "../../../cli/formats/json-file.js";
import { lastPnpm } from "../../../cli/formats/workspace-file.js";
import { lowestVersion, majorOf } from "../../../cli/project/versions.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { coreName } from "../../../cli/project/alias.js";

export interface AliasPlace {
  /** From the app; it stands in the root of the workspace. */
  readonly file: string;
  /** Objects that lead to the entry. */
  readonly section: readonly string[];
  /** The override names the dependency of the root, which is made or changed: npm refuses two that differ. */
  readonly byDependency?: true;
  readonly install: readonly string[];
}

/** A file of the root of the workspace, from the app. */
export const inRoot = ({ root, workspaceRoot }: ProjectFacts, file: string): string =>
  path.posix.join(path.relative(root, workspaceRoot).split(path.sep).join("/"), file);

export function placeOf(facts: ProjectFacts, userAgent: string | undefined): AliasPlace {
  const manifest = inRoot(facts, "package.json");
  switch (facts.packageManager.name) {
    case "npm":
      return { file: manifest, section: ["overrides"], byDependency: true, install: ["npm", "install"] };
    case "pnpm":
      return {
        ...(isInManifest(facts, userAgent)
          ? { file: manifest, section: ["pnpm", "overrides"] }
          : { file: inRoot(facts, "pnpm-workspace.yaml"), section: ["overrides"] }),
        // With CI set, it would refuse to write what is new into the lock file.
        install: ["pnpm", "install", "--no-frozen-lockfile"],
      };
    case "yarn":
      return { file: manifest, section: ["resolutions"], install: ["yarn", "install"] };
    case "bun":
      return { file: manifest, section: ["overrides"], install: ["bun", "install"] };
  }
}

/** Before version 10 pnpm reads package.json alone; version 10 stops reading it where the other file has overrides. */
function isInManifest(facts: ProjectFacts, userAgent: string | undefined): boolean {
  const major = pnpmMajor(facts, userAgent) ?? Infinity;
  const text = readIfText(facts.files, inRoot(facts, "package.json"))?.text ?? "{}";
  return major < 10 || (major === 10 && memberOf(text, ["pnpm", "overrides"]) !== undefined);
}

/** The pinned version, the one that installed last, or the one that runs this command. */
function pnpmMajor(facts: ProjectFacts, userAgent: string | undefined): number | undefined {
  const text = (file: string) => readIfText(facts.files, inRoot(facts, file))?.text ?? "";
  const pinned = String(memberOf(text("package.json"), ["packageManager"])?.node.value ?? "");
  const engine = memberOf(text("package.json"), ["devEngines", "packageManager", "version"])?.node.value;
  const installed = lastPnpm(text("node_modules/.modules.yaml"));
  const words = [pinned, installed, userAgent?.split(" ")[0]?.replace("/", "@")];
  const named = words.find((word) => word?.startsWith("pnpm@"))?.slice("pnpm@".length);
  return majorOf(named?.split("+")[0]) ?? lowestVersion(String(engine ?? ""))?.major;
}

/** The entry of `@auth/core` there. */
export const entryOf = ({ section }: AliasPlace): readonly string[] => [...section, coreName];

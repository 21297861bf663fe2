/** Whether a project has this package in place of `@auth/core`, and where it says so. */
import path from "node:path";
import { packageName } from "../formats/own-package.js";
import { memberOf } from "../formats/json-file.js";
import { keysOfYaml } from "../formats/workspace-file.js";
import { readIfText, type ProjectFiles } from "./files.js";
import { installedAt } from "./versions.js";
import type { Workspace } from "./workspace.js";

/** The name that this package can be installed under, below the integrations of others. */
export const coreName = "@auth/core";

/** This package in place of `@auth/core`, as `auth migrate --alias` writes it. */
export interface CoreAlias {
  /** `npm:authwright@1.0.0`, or `file:vendor/authwright-1.0.0.tgz` */
  readonly spec: string;
  /** Overrides that say so, by file and keys; the dependency that they may refer to is none of them. */
  readonly overrides: readonly { readonly file: string; readonly keys: readonly string[] }[];
}

const sections = [["dependencies"], ["devDependencies"], ["optionalDependencies"]] as const;
const overrides = [["overrides"], ["resolutions"], ["pnpm", "overrides"]] as const;

export function aliasIn(files: ProjectFiles, { root, workspaceRoot }: Workspace): CoreAlias | undefined {
  const top = path.relative(root, workspaceRoot).split(path.sep).join("/");
  const manifest = path.posix.join(top, "package.json");
  const yaml = path.posix.join(top, "pnpm-workspace.yaml");
  const text = (file: string) => readIfText(files, file)?.text ?? "";
  const inManifest = (all: readonly (readonly string[])[]) =>
    all.flatMap((section) => {
      const keys = [...section, coreName];
      const value = memberOf(text(manifest), keys)?.node.value;
      return typeof value === "string" ? [{ file: manifest, keys, value }] : [];
    });
  const inYaml = keysOfYaml(text(yaml)).flatMap(({ section, key, value }) =>
    section === "overrides" && key === coreName && typeof value === "string"
      ? [{ file: yaml, keys: [section, key], value }]
      : [],
  );
  const written = [...inManifest(overrides), ...inYaml];
  const specs = [...written, ...inManifest(sections)].map(({ value }) => value);
  const spec = specs.find((one) => leadsHere(one, root));
  return spec === undefined ? undefined : { spec, overrides: written };
}

/** Another name of the tarball says nothing: what is installed does. */
const leadsHere = (spec: string, root: string): boolean =>
  spec.startsWith(`npm:${packageName}@`) ||
  (spec.startsWith("file:") &&
    (spec.includes(`${packageName}-`) || installedAt(root, coreName)?.name === packageName));

/** What package.json asks for under our own name where the alias becomes that. */
export const rangeOfAlias = ({ spec }: CoreAlias, { root, workspaceRoot }: Workspace): string => {
  if (!spec.startsWith("file:")) return `^${spec.slice(`npm:${packageName}@`.length)}`;
  const file = path.relative(root, path.join(workspaceRoot, spec.slice("file:".length)));
  return `file:${file.split(path.sep).join("/")}`;
};

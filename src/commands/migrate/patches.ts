import path from "node:path";
import { parseJson, type JsonNode } from "../../cli/formats/json-file.js";
import { coreName } from "../../cli/project/alias.js";
import { oldPackages } from "../../cli/old-auth/packages.js";
import { lineAt } from "../../cli/source/text/layout.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import type { Todo } from "./todo.js";
import { keysOfYaml } from "../../cli/formats/workspace-file.js";

/** Where package managers keep what changes or pins another package. */
const places = [
  ["overrides"],
  ["resolutions"],
  ["patchedDependencies"],
  ["pnpm", "overrides"],
  ["pnpm", "patchedDependencies"],
  ["pnpm", "packageExtensions"],
  ["packageExtensions"],
] as const;

/** The package that a key such as `next-auth@4.24.5`, `app>next-auth` or `**\/@auth/core` is about. */
function packageOf(key: string): string | undefined {
  const last = key.split(/[>]|\*\*\//).at(-1) ?? "";
  const [first = "", second] = last.split("/");
  const whole = last.startsWith("@") ? `${first}/${second}` : first;
  // Behind the name a version, as in `next-auth@4`; in front of a scope there is an @ as well.
  const at = whole.indexOf("@", 1);
  const name = at === -1 ? whole : whole.slice(0, at);
  return oldPackages.find((one) => one === name);
}

/** Something of a package manager that changes an old package, or says which version of it there is. */
export interface Pin {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** `overrides`, `a patch`, or `patch-package`, which stops the install where its package is gone */
  readonly where: string;
  readonly key: string;
  /** What stands in place of the package; undefined for patches. */
  readonly target: unknown;
}

/**
 * Patches and pins of the old packages: the install stops at some of them, and the others do nothing any more.
 *
 * @param stays whether a package is still there: then its pins hold as before, and a patch changes what is left of it
 */
export const planPatches = (facts: ProjectFacts, stays: (name: string) => boolean): Todo[] =>
  pinsOf(facts)
    .filter((pin) => !facts.alias?.overrides.some(({ file }) => pin.name === coreName && pin.path === file))
    .filter((pin) => isPatch(pin) || !stays(pin.name))
    .map(({ path: file, line, name, where }) => {
      if (stays(name))
        return {
          path: file,
          line,
          why: `${where} is for ${name}, which stays for the files that still name it: the app no longer runs it`,
          write: "keep it for them; what it did for the app may be an option here: docs/migrate lists them",
        };
      const breaks = where.endsWith("patchedDependencies") || where === "patch-package";
      return {
        path: file,
        line,
        why: breaks
          ? `${where} patches ${name}, which goes: the next install fails`
          : `${where} is about ${name}, which goes`,
        write: "take the entry out; what a patch did may be an option here: docs/migrate lists them",
        ...(breaks && { breaks }),
      };
    });

const isPatch = ({ where }: Pin): boolean =>
  where === "a patch" || where === "patch-package" || where.endsWith("patchedDependencies");

export function pinsOf(facts: ProjectFacts): Pin[] {
  const top = path.relative(facts.root, facts.workspaceRoot).split(path.sep).join("/");
  const folders = [...new Set(["", top])];
  return folders.flatMap((folder) => [
    ...inManifest(facts, path.posix.join(folder, "package.json")),
    ...inWorkspaceFile(facts, path.posix.join(folder, "pnpm-workspace.yaml")),
    ...["patches", ".yarn/patches"].flatMap((one) => inFolder(facts, path.posix.join(folder, one))),
  ]);
}

const patch = (file: string, line: number, name: string): Pin => ({
  path: file,
  line,
  name,
  where: "a patch",
  key: name,
  target: undefined,
});

function inManifest(facts: ProjectFacts, file: string): Pin[] {
  const text = readIfText(facts.files, file)?.text;
  if (text === undefined) return [];
  const root = parseJson(text);
  const child = (node: JsonNode | undefined, key: string) =>
    node?.members?.find((member) => member.key === key)?.node;
  const pinned = places.flatMap((keys) => {
    const node = keys.reduce<JsonNode | undefined>((at, key) => child(at, key), root);
    return (node?.members ?? []).flatMap(({ key, start, node: { value } }) => {
      const name = packageOf(key);
      const where = keys.join(".");
      return name ? [{ path: file, line: lineAt(text, start), name, where, key, target: value }] : [];
    });
  });
  const patched = ["dependencies", "devDependencies"].flatMap((section) =>
    (child(root, section)?.members ?? [])
      .filter(({ key, node }) => packageOf(key) && String(node.value).startsWith("patch:"))
      .map(({ key, start }) => patch(file, lineAt(text, start), key)),
  );
  return [...pinned, ...patched];
}

function inWorkspaceFile(facts: ProjectFacts, file: string): Pin[] {
  const text = readIfText(facts.files, file)?.text ?? "";
  const meant = ["overrides", "patchedDependencies", "packageExtensions"];
  return keysOfYaml(text).flatMap(({ section, key, line, value }) => {
    const name = meant.includes(section) ? packageOf(key) : undefined;
    return name ? [{ path: file, line, name, where: section, key, target: value }] : [];
  });
}

/** `next-auth+4.24.5.patch`, `@auth__core@0.41.0.patch`, `next-auth-npm-4.24.5-1a2b3c.patch` */
function inFolder({ files, packageJson }: ProjectFacts, folder: string): Pin[] {
  const own = { ...packageJson.dependencies, ...packageJson.devDependencies };
  const where = Object.hasOwn(own, "patch-package") ? "patch-package" : "a patch";
  return files.list(folder).flatMap((file) => {
    const name = oldPackages.find((one) =>
      new RegExp(`^${one.replace("/", "(?:\\+|-|__)")}(?:[+@]|-npm-)\\d.*\\.patch$`).test(file),
    );
    return name ? [{ ...patch(`${folder}/${file}`, 1, name), where }] : [];
  });
}

import path from "node:path";
import { parseJson, type JsonNode } from "../formats/json-file.js";
import { oldPackages } from "./rules/names.js";
import { lineAt } from "../source/layout.js";
import type { ProjectFacts } from "../project/facts.js";
import { readIfText } from "../project/files.js";
import type { Todo } from "./todo.js";
import { keysOfYaml } from "../formats/workspace-file.js";

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

/** Something that changes or pins the package of this name. */
interface Pin extends Todo {
  readonly name: string;
}

/**
 * Patches and pins of the old packages: the install stops at some of them, and the others do nothing any more.
 *
 * @param stays whether a package is still there: then so is what is meant for it
 */
export function planPatches(facts: ProjectFacts, stays: (name: string) => boolean): Todo[] {
  const top = path.relative(facts.root, facts.workspaceRoot).split(path.sep).join("/");
  const folders = [...new Set(["", top])];
  const found = folders.flatMap((folder) => [
    ...inManifest(facts, path.posix.join(folder, "package.json")),
    ...inWorkspaceFile(facts, path.posix.join(folder, "pnpm-workspace.yaml")),
    ...["patches", ".yarn/patches"].flatMap((one) => inFolder(facts, path.posix.join(folder, one))),
  ]);
  return found.flatMap(({ name, ...todo }) => (stays(name) ? [] : [todo]));
}

const pin = (file: string, line: number, name: string, where: string): Pin => ({
  name,
  path: file,
  line,
  why: `${where} is about ${name}, which goes`,
  write: `take the entry out; what a patch did may be an option here: docs/migrate lists them`,
});

/** A patch of a package that is not there any more: the install ends with an error. */
const patch = (file: string, line: number, name: string, where: string): Pin => ({
  ...pin(file, line, name, where),
  why: `${where} patches ${name}, which goes: the next install fails`,
  breaks: true,
});

const entry = (file: string, line: number, name: string, keys: readonly string[]): Pin =>
  (keys.at(-1) === "patchedDependencies" ? patch : pin)(file, line, name, keys.join("."));

function inManifest(facts: ProjectFacts, file: string): Pin[] {
  const text = readIfText(facts.files, file)?.text;
  if (text === undefined) return [];
  const root = parseJson(text);
  const child = (node: JsonNode | undefined, key: string) =>
    node?.members?.find((member) => member.key === key)?.node;
  const pinned = places.flatMap((keys) => {
    const node = keys.reduce<JsonNode | undefined>((at, key) => child(at, key), root);
    return (node?.members ?? []).flatMap(({ key, start }) => {
      const name = packageOf(key);
      return name ? [entry(file, lineAt(text, start), name, keys)] : [];
    });
  });
  const patched = ["dependencies", "devDependencies"].flatMap((section) =>
    (child(root, section)?.members ?? [])
      .filter(({ key, node }) => packageOf(key) && String(node.value).startsWith("patch:"))
      .map(({ key, start }) => pin(file, lineAt(text, start), key, "a patch")),
  );
  return [...pinned, ...patched];
}

function inWorkspaceFile(facts: ProjectFacts, file: string): Pin[] {
  const text = readIfText(facts.files, file)?.text ?? "";
  const meant = ["overrides", "patchedDependencies", "packageExtensions"];
  return keysOfYaml(text).flatMap(({ section, key, line }) => {
    const name = meant.includes(section) ? packageOf(key) : undefined;
    return name ? [entry(file, line, name, [section])] : [];
  });
}

/** What applies them is `patch-package`, or an entry that is listed as well. `next-auth+4.24.5.patch`, `@auth__core@0.41.0.patch`, `next-auth-npm-4.24.5-1a2b3c.patch` */
function inFolder({ files, packageJson }: ProjectFacts, folder: string): Pin[] {
  const isApplied = Object.hasOwn(
    { ...packageJson.dependencies, ...packageJson.devDependencies },
    "patch-package",
  );
  const say = isApplied ? patch : pin;
  return files.list(folder).flatMap((file) => {
    const name = oldPackages.find((one) =>
      new RegExp(`^${one.replace("/", "(?:\\+|-|__)")}(?:[+@]|-npm-)\\d.*\\.patch$`).test(file),
    );
    return name ? [say(`${folder}/${file}`, 1, name, isApplied ? "patch-package" : "a patch")] : [];
  });
}

import { packageName, packageVersion } from "../../templates/package.js";
import { parseJson, setJson } from "../edit/json-file.js";
import { oldPackages } from "../edit/migrate-names.js";
import { lineStart, type TextEdit } from "../edit/text-edit.js";
import type { ProjectFacts } from "../project/detect.js";
import { installCommand } from "../project/package-manager.js";
import type { Staging } from "./staging.js";

const sections = ["dependencies", "devDependencies", "peerDependencies"] as const;

/** The old packages that a package.json names, with range and place. */
export function oldDependencies(text: string): { name: string; section: string; range: string }[] {
  const { members = [] } = parseJson(text);
  return members.flatMap(({ key: section, node }) =>
    sections.some((one) => one === section)
      ? (node.members ?? []).flatMap(({ key: name, node: { value } }) =>
          oldPackages.some((one) => one === name) && typeof value === "string"
            ? [{ name, section, range: value }]
            : [],
        )
      : [],
  );
}

/** Packages that stay: published adapters work with this runtime as they are. */
export function keptAdapters({ packageJson }: ProjectFacts): string[] {
  return Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies }).filter((name) =>
    /^@auth\/[\w-]+-adapter$/.test(name),
  );
}

/** Our package in; the old ones out, unless something still names them. */
export function planPackage(
  staging: Staging,
  facts: ProjectFacts,
  stays: (name: string) => boolean,
  install: boolean,
): void {
  const file = "package.json";
  const before = staging.text(file) ?? "{}";
  const old = oldDependencies(before);
  const target = old.find(({ section }) => section !== "devDependencies")?.section ?? "dependencies";
  const edits = facts.declared
    ? []
    : setJson(before, [target, packageName], `^${packageVersion}`, { sorted: true });
  staging.edit(
    file,
    { kind: "edits", edits },
    {
      kind: "dependency",
      reason: `${packageName} ^${packageVersion}`,
      already: `${packageName} is there`,
      snippet: "",
    },
  );
  let changed = edits.length > 0;
  for (const { name, section } of old) {
    if (stays(name)) {
      staging.step({
        kind: "dependency",
        path: file,
        status: "already",
        reason: `${name} stays until nothing names it`,
      });
      continue;
    }
    const text = staging.text(file) ?? "{}";
    staging.edit(
      file,
      { kind: "edits", edits: removeJson(text, [section, name]) },
      {
        kind: "dependency",
        reason: `${name} goes`,
        already: "",
        snippet: "",
      },
    );
    changed = true;
  }
  if (!changed) return;
  const command = installCommand(facts.packageManager.name);
  if (install) staging.install(command, facts.root, command.join(" "));
  else staging.next(`Install the dependencies: ${command.join(" ")}`);
}

/** Takes one property out of a JSON text, with its line where it has one of its own. */
function removeJson(text: string, keys: readonly [string, string]): TextEdit[] {
  const object = parseJson(text).members?.find(({ key }) => key === keys[0])?.node;
  const members = object?.members ?? [];
  const at = members.findIndex(({ key }) => key === keys[1]);
  const member = members[at];
  if (!member) return [];
  const [previous, next] = [members[at - 1], members[at + 1]];
  if (next) {
    const from = lineStart(text, member.start);
    const own = text.slice(from, member.start).trim() === "" && lineStart(text, next.start) !== from;
    return [
      own
        ? { start: from, end: lineStart(text, next.start), text: "" }
        : { start: member.start, end: next.start, text: "" },
    ];
  }
  if (previous) return [{ start: previous.node.end, end: member.node.end, text: "" }];
  // The only one: `{}` stays.
  const end = object?.end ?? member.node.end;
  return [{ start: (object?.start ?? member.start) + 1, end: end - 1, text: "" }];
}

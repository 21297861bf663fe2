/** The packages whose place this one takes, and where a project names them. */
import { parseJson } from "../formats/json-file.js";

/** Packages that a migration replaces. */
export const oldPackages = ["next-auth", "@auth/core", "@auth/express"] as const;

const sections = ["dependencies", "devDependencies", "peerDependencies"] as const;

/** Whether a package is an integration of the old family, or over its core, that has no counterpart here. */
export const isUnreplaced = (name: string): boolean =>
  /^@auth\/(?!core$|express$)(?![\w-]+-adapter$)|^@hono\/auth-js$|^auth-astro$/.test(name);

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

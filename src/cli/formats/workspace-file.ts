import picomatch from "picomatch";

/** pnpm-workspace.yaml, as far as its lists and maps say something; nothing else in there is read. */

/** The list `packages`, in either manner of writing. */
export function packagesOfYaml(text: string): string[] {
  const [, inline = "", block = ""] =
    /^packages[ \t]*:[ \t]*(?:\[([^\]]*)\])?[^\n]*((?:\r?\n(?:[ \t]*-[^\n]*|[ \t]*#[^\n]*|[ \t]*(?=\r?\n)))*)/m.exec(
      text,
    ) ?? [];
  const items = [
    ...inline.split(","),
    ...block.split("\n").flatMap((line) => /^\s*-\s*(.+)/.exec(line)?.[1] ?? []),
  ];
  return items
    .map((item) => /^\s*(?:"([^"]*)"|'([^']*)'|([^#]*?))\s*(?:#.*)?$/.exec(item)?.slice(1).join("") ?? "")
    .filter((item) => item !== "");
}

export interface YamlKey {
  readonly section: string;
  readonly key: string;
  /** From 1. */
  readonly line: number;
}

/** Keys below the sections at the top, by lines. */
export function keysOfYaml(text: string): readonly YamlKey[] {
  let section = "";
  return text.split("\n").flatMap((line, at) => {
    section = /^([A-Za-z]\w*):/.exec(line)?.[1] ?? section;
    const key = /^\s+["']?([^"':#\s][^"'#]*?)["']?:/.exec(line)?.[1];
    return key === undefined ? [] : [{ section, key, line: at + 1 }];
  });
}

/** Whether `apps/*`, `packages/**`, `libs/{a,b}` or `./web/` covers a folder. */
export function coversFolder(glob: string, folder: string): boolean {
  try {
    return picomatch(glob.replace(/^\.\//, "").replace(/\/$/, ""), { dot: true })(folder);
  } catch {
    return false; // empty, or longer than a pattern may be
  }
}

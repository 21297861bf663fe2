import picomatch from "picomatch";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

/** pnpm-workspace.yaml: what can be read of it, where it is broken; nothing in it is run or fetched. */
function read(text: string) {
  const lines = new LineCounter();
  // An anchor that stands for many others is none of a workspace's.
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", uniqueKeys: false });
  return { top: isMap(document.contents) ? document.contents : undefined, lines };
}

/** The list `packages`, in either manner of writing. */
export function packagesOfYaml(text: string): string[] {
  const list = read(text).top?.get("packages");
  return isSeq(list)
    ? list.items.flatMap((item) =>
        isScalar(item) && typeof item.value === "string" && item.value !== "" ? [item.value] : [],
      )
    : [];
}

export interface YamlKey {
  readonly section: string;
  readonly key: string;
  /** From 1. */
  readonly line: number;
}

/** Keys below the sections at the top, those further in too, with their lines. */
export function keysOfYaml(text: string): readonly YamlKey[] {
  const { top, lines } = read(text);
  const below = (section: string, node: unknown): YamlKey[] =>
    isMap(node)
      ? node.items.flatMap(({ key, value }) => [
          ...(isScalar(key)
            ? [{ section, key: String(key.value), line: lines.linePos(key.range?.[0] ?? 0).line }]
            : []),
          ...below(section, value),
        ])
      : [];
  return (top?.items ?? []).flatMap(({ key, value }) =>
    isScalar(key) ? below(String(key.value), value) : [],
  );
}

/** Whether `apps/*`, `packages/**`, `libs/{a,b}` or `./web/` covers a folder. */
export function coversFolder(glob: string, folder: string): boolean {
  try {
    return picomatch(glob.replace(/^\.\//, "").replace(/\/$/, ""), { dot: true })(folder);
  } catch {
    return false; // empty, or longer than a pattern may be
  }
}

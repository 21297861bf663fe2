/** Patterns of paths, as workspaces and configurations write them. */
import picomatch from "picomatch";

/** Whether `apps/*`, `packages/**`, `libs/{a,b}` or `./web/` covers a folder. */
export function coversFolder(glob: string, folder: string): boolean {
  try {
    return picomatch(glob.replace(/^\.\//, "").replace(/\/$/, ""), { dot: true })(folder);
  } catch {
    return false; // empty, or longer than a pattern may be
  }
}

/** `src/*.sql.ts` → `src/auth.sql.ts`, `src/**` → `src/auth`; a choice in brackets is taken at its first. */
export function fileFitting(glob: string, name: string): string {
  const plain = glob
    .replaceAll(/\{([^,{}]*)[^{}]*\}/g, "$1")
    .replaceAll(/[?@+*!]?\(([^|()]*)[^()]*\)/g, "$1")
    .replace(/\*\*$/, "*");
  const parts = plain.split("/").filter((part) => part !== "**");
  return parts.map((part) => part.replace(/\*+/, name).replaceAll("*", "")).join("/");
}

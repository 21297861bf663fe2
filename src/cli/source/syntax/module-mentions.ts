/** Modules that are named where the syntax tree has no place for them: in comments and in patterns of settings. */

/** A part of a text that names a module. */
export interface ModuleMention {
  readonly specifier: string;
  readonly start: number;
  readonly end: number;
  /** The name that is taken from it. */
  readonly name?: { readonly text: string; readonly start: number; readonly end: number };
}

const typeInComment = /import\(["']([^"']+)["']\)(?:\.(\w+))?/g;

/** `import("x").Name` anywhere in a text, comments too. */
export const typeImports = (text: string): readonly ModuleMention[] =>
  [...text.matchAll(typeInComment)].map(({ index, 1: specifier = "", 2: name }) => {
    const start = index + 'import("'.length;
    const end = start + specifier.length;
    const at = end + '").'.length;
    return {
      specifier,
      start,
      end,
      ...(name !== undefined && { name: { text: name, start: at, end: at + name.length } }),
    };
  });

/** The first of some packages, with its subpath, that a pattern or a path of settings names as a whole. */
export function moduleInPattern(text: string, packages: readonly string[]): string | undefined {
  const pattern = String.raw`(?<![^^/(|])((?:${packages.join("|")})(?:/[\w/-]+)?)(?![^/$)|])`;
  return new RegExp(pattern).exec(text)?.[1];
}

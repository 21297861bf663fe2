/** What names of source files and specifiers say, before any of them is read. Paths are written with `/`. */
import path from "node:path";

const sourceEnding = /\.[cm]?[jt]sx?$/;

export const isSourceFile = (file: string): boolean => sourceEnding.test(file);

/** `./x`, `../x`, `.` and `..`: a place beside the file that says it. */
export const isRelative = (specifier: string): boolean => /^\.\.?(?:\/|$)/.test(specifier);

/** A component of Svelte or Vue, whose code stands in its script blocks. */
export const isComponent = (file: string): boolean => /\.(?:svelte|vue)$/.test(file);

export const withoutExtension = (file: string): string =>
  file.slice(0, file.length - path.posix.extname(file).length);

/** `./auth.js` → `./auth`; what is no source file stays as it is. */
export const withoutSourceEnding = (specifier: string): string => specifier.replace(sourceEnding, "");

/** The module that a file is: its path without ending, and without `/index`. */
export function moduleOf(file: string): string {
  const stem = withoutExtension(file);
  return stem.endsWith("/index") ? path.posix.dirname(stem) : stem;
}

/** `server.mjs` → `server.mts`: what it is probably compiled from. */
export const typedName = (file: string): string => file.replace(/\.([cm]?)jsx?$/, ".$1ts");

/** `./auth.js` → `./auth`: by that name TypeScript looks for what it is compiled from. */
export const withoutScriptEnding = (file: string): string => file.replace(/\.[cm]?jsx?$/, "");

/** Whether code names a file beside it with the ending that ES modules need. */
export const namesEndings = (text: string): boolean => /["']\.{1,2}\/[^"']*\.[cm]?js["']/.test(text);

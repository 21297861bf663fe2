/**
 * What else names next-auth: installed packages that need an old one themselves, programs beside the app that open its
 * session cookie, and what keeps the imports of a project in order.
 */
import { JsonSyntaxError } from "../../cli/formats/json-file.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { installedManifest } from "../../cli/project/versions.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { keptAdapters } from "./package.js";
import { adapterSwaps, oldDependencies, oldPackages } from "../../cli/old-auth/packages.js";
import type { Todo } from "./todo.js";
import { readIfText, type ProjectFiles } from "../../cli/project/files.js";
import { filesBelow } from "../../cli/old-auth/sources.js";

/** What they do with it is theirs, and does not move: one line of package.json each. */
export function dependents(facts: ProjectFacts): Todo[] {
  const { dependencies, devDependencies } = facts.packageJson;
  const known = new Set<string>([...oldPackages, ...Object.keys(adapterSwaps), ...keptAdapters(facts)]);
  const text = facts.files.read("package.json")?.text ?? "{}";
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const needed = needs(installedManifest(facts.root, name));
      if (needed === undefined) return [];
      return [
        {
          path: "package.json",
          line: lineAt(text, Math.max(text.indexOf(`"${name}"`), 0)),
          why: `${name} needs ${needed} itself, and uses it as before`,
          write: `replace it by what does without ${needed}, or try it: ${needed} stays installed beside, for it alone`,
        },
      ];
    });
}

/** The old package that a published package.json names. */
function needs(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  try {
    return oldDependencies(manifest).find(({ section }) => section !== "devDependencies")?.name;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

const otherLanguage = /\.(?:py|go|rb|php|rs|java|kt|cs|ex|exs|lua|swift)$/;
const script = /\.[cm]?[jt]sx?$/;
/** What next-auth 4 derives the key of its cookie from. */
const derivation = "NextAuth.js Generated Encryption Key";
const cookie = "next-auth.session-token";

/** Each file that names the cookie or its key; in scripts, cookies are followed by the rules. */
export function cookieReaders(files: ProjectFiles): Todo[] {
  return [...filesBelow(files, (name) => otherLanguage.test(name) || script.test(name))].flatMap((file) => {
    const text = readIfText(files, file)?.text ?? "";
    const marks = script.test(file) ? [derivation] : [derivation, cookie];
    const found = marks.map((mark) => text.indexOf(mark)).find((at) => at !== -1);
    return found === undefined ? [] : [readerTodo(file, lineAt(text, found))];
  });
}

const readerTodo = (path: string, line: number): Todo => ({
  path,
  line,
  why: "this opens the session cookie of next-auth 4 by itself",
  write:
    'cookie "authjs.session-token" (https: "__Secure-authjs.session-token"); HKDF with its name as salt and "Auth.js Generated Encryption Key (<its name>)" as info, 64 bytes, A256CBC-HS512',
  code: "AUTH_W_COOKIE_NAME",
  breaks: true,
});

const sorters: ReadonlySet<string> = new Set([
  "@biomejs/biome",
  "@ianvs/prettier-plugin-sort-imports",
  "@trivago/prettier-plugin-sort-imports",
  "eslint-plugin-import",
  "eslint-plugin-import-x",
  "eslint-plugin-perfectionist",
  "eslint-plugin-simple-import-sort",
  "prettier-plugin-organize-imports",
]);

/** Does something in this project keep imports sorted? */
export function sortsImports({ files, packageJson }: ProjectFacts): boolean {
  const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
  return (
    installed.some((name) => sorters.has(name)) || files.exists("biome.json") || files.exists("biome.jsonc")
  );
}

/**
 * The declarations of the published `@auth/core` beside ours, module by module. Where ours is wider or another on
 * purpose, the published text is changed before it is compared, so that everything else stays compared.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { projectRoot } from "../architecture/source-tree.js";

const published = path.join(projectRoot, "node_modules/@auth/core");
const dist = path.join(projectRoot, "dist");

/** A place where ours is another on purpose. */
interface Difference {
  /** File of the published package. */
  readonly file: string;
  /** What stands there; the whole file without it. */
  readonly of?: RegExp;
  /** What is compared in its place; `{ours}` is the folder of our declarations. */
  readonly by: string;
  /** Why it is another. */
  readonly why: string;
}

export const differences: readonly Difference[] = [
  {
    file: "lib/symbols.d.ts",
    by: `export { customFetch, raw, skipCSRFCheck } from "{ours}/runtime/types/symbols.js"; export declare const conformInternal: unique symbol;`,
    why: "a unique symbol is no other one's: an app has one of the two packages",
  },
  {
    file: "index.d.ts",
    of: /} & AdapterSession;/,
    by: `} & Omit<AdapterSession, "expires">;`,
    why: "a date and a text at once is never; here `expires` is the text that it is",
  },
  {
    file: "warnings.d.ts",
    of: /export type WarningCode = [^;]*;/,
    by: `export type { WarningCode } from "{ours}/runtime/types/config.js";`,
    why: "more warnings",
  },
  {
    file: "errors.d.ts",
    of: /(?:export )?type ErrorType = [^;]*;/,
    by: `import type { AuthError as Ours } from "{ours}/runtime/errors/index.js"; type ErrorType = Ours["type"];`,
    why: "more kinds of errors",
  },
  {
    file: "providers/credentials.d.ts",
    of: /extends Partial<JSX\.IntrinsicElements\["input"\]>/,
    by: `extends Record<string, unknown>, Partial<Record<"type" | "placeholder" | "autocomplete", string>>, Partial<Record<"value", string | number>>`,
    why: "attributes of an input are texts here, not signals of preact",
  },
  {
    file: "providers/provider-types.d.ts",
    by: `export type * from "{ours}/providers/provider-types.js";`,
    why: "more providers",
  },
  {
    file: "providers/webauthn.d.ts",
    by: `export * from "{ours}/providers/webauthn.js"; export { default } from "{ours}/providers/webauthn.js";`,
    why: "@simplewebauthn/server 14 in place of 9: apps with passkeys make the full move",
  },
];

/** Settings that are narrower here. */
export const otherSettings: Readonly<Record<string, string>> = {
  "providers BuiltInProviders": "a list of types that nobody passes; factories are compared one by one",
  "providers/loops LoopsUserConfig":
    "an own sendVerificationRequest gets the provider with whatever options it has",
  "providers/loops LoopsConfig": "the same",
};

/** Profiles that are answers of another endpoint here (docs/compatibility-providers.md), or more honest ones. */
export const otherProfiles: Readonly<Record<string, string>> = {
  "providers/apple AppleProfile":
    "email_verified may be false, and code that believes the type would let it through",
  "providers/eveonline EVEOnlineProfile": "claims of the access token; the verify endpoint is gone",
  "providers/notion NotionProfile": "the person alone, not the token answer",
};

/** Names that belong to such an answer. */
export const otherNames: Readonly<Record<string, string>> = {
  "providers/notion Owner": "part of the token answer",
  "providers/notion Person": "part of the token answer",
  "providers/notion User": "part of the token answer",
};

/** What an app is given, and never gives: ours goes into theirs. */
export const resultTypes: readonly RegExp[] = [
  /^providers\/.* \w*(?:Profile|User)$/,
  /^errors /,
  / (?:PublicProvider|ResponseInternal)$/,
];

/** What an app gives, and is never given: theirs goes into ours, which may take more. */
export const settingTypes: readonly RegExp[] = [
  / (?:AuthConfig|LoggerInstance|GetTokenParams|Provider|AppProviders)$/,
  / (?:OAuth2|OIDC|OAuth|Email|Credentials|WebAuthn|Loops)(?:User)?Config$/,
];

/** Modules by the name that follows the package's: the published declarations, and ours. */
export function modulesOf(): { readonly name: string; readonly theirs: string; readonly ours: string }[] {
  const named: Readonly<Record<string, string>> = {
    index: "runtime/index",
    types: "runtime/types/index",
    adapters: "runtime/adapters/index",
    errors: "runtime/errors/index",
    jwt: "runtime/jwt",
    "providers/index": "providers/index",
  };
  const providers = readdirSync(path.join(published, "providers"))
    .filter((name) => name.endsWith(".d.ts") && name !== "index.d.ts")
    .map((name) => `providers/${name.slice(0, -".d.ts".length)}`);
  return [...Object.keys(named), ...providers].map((name) => ({
    name: name.replace(/\/index$/, ""),
    theirs: path.join(published, `${name}.d.ts`),
    ours: path.join(dist, `${named[name] ?? name}.d.ts`),
  }));
}

/** What a module exports, aliases followed. */
export function exportsOf(
  checker: ts.TypeChecker,
  program: ts.Program,
  file: string,
): Map<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return new Map(
    symbols.map((symbol) => [
      symbol.name,
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    ]),
  );
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  // Only the written assertions are asked; each package's own consistency is judged by whole apps.
  skipLibCheck: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  typeRoots: [path.join(projectRoot, "node_modules/@types")],
};

/** Files in which nothing is changed: several programs take the same. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * A program over both packages and a text of assertions.
 *
 * @param changed texts in place of files: of ours, to see that the comparison finds what it must
 * @throws when the published text no longer holds a {@link differences} row
 */
export function programOf(
  files: readonly string[],
  changed: ReadonlyMap<string, string> = new Map(),
): ts.Program {
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = {
    readFile: host.readFile.bind(host),
    fileExists: host.fileExists.bind(host),
    getSourceFile: host.getSourceFile.bind(host),
  };
  const texts = new Map(changed);
  for (const { file, of, by } of differences) {
    const place = path.join(published, file);
    const text = texts.get(place) ?? readFile(place) ?? "";
    if (of && !of.test(text)) throw new Error(`${file} no longer holds ${of.source}`);
    const ours = by.replaceAll("{ours}", dist);
    texts.set(place, of ? text.replace(of, () => ours) : ours);
  }
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, languageVersion, true);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, languageVersion, ...rest));
    return parsed.get(file);
  };
  return ts.createProgram([...files], options, host);
}

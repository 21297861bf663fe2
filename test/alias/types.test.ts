/**
 * The package passes as `@auth/core` where types are asked: every public name of the published package is here, what
 * goes into its functions goes into ours, and what ours return is what its types promise.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import {
  differences,
  exportsOf,
  modulesOf,
  otherNames,
  otherProfiles,
  otherSettings,
  programOf,
  resultTypes,
  settingTypes,
} from "./reference.js";
import { projectRoot } from "../architecture/source-tree.js";
import { looserPlaces } from "./looser.js";

type Modules = ReturnType<typeof modulesOf>;

const all = modulesOf();
const none: ReadonlyMap<string, string> = new Map();
const filesOf = (modules: Modules) => modules.flatMap(({ theirs, ours }) => [theirs, ours]);

const known = new Map<Modules, ts.Program>();

/** Made once where nothing is planted. @param changed texts in place of files */
function programFor(modules: Modules, changed: ReadonlyMap<string, string>): ts.Program {
  const made = (changed.size === 0 ? known.get(modules) : undefined) ?? programOf(filesOf(modules), changed);
  if (changed.size === 0) known.set(modules, made);
  return made;
}

interface Claim {
  readonly name: string;
  readonly code: string;
}

/** What must compile, one line each. */
function claimsOf(program: ts.Program, modules: Modules): Claim[] {
  const checker = program.getTypeChecker();
  return modules.flatMap(({ name: module, theirs, ours }, at) => {
    const there = exportsOf(checker, program, theirs);
    const here = exportsOf(checker, program, ours);
    return [...there].flatMap(([name, symbol]) => {
      const own = here.get(name);
      if (own === undefined) return [];
      const [T, O] = [`Theirs${at}`, `Ours${at}`];
      const named = `${module} ${name}`;
      const claims: Claim[] = [];
      if (name === "default" && module.startsWith("providers/"))
        claims.push({ name: named, code: factoryClaim(T, O) });
      else if (symbol.flags & ts.SymbolFlags.Value && own.flags & ts.SymbolFlags.Value)
        claims.push({
          name: `${named}: ours as theirs`,
          code: `{ const v: typeof ${T}.${name} = ${O}.${name}; }`,
        });
      if (!(symbol.flags & ts.SymbolFlags.Type && own.flags & ts.SymbolFlags.Type)) return claims;
      if (named in otherProfiles || named in otherSettings) return claims;
      const least = Math.max(requiredParameters(symbol), requiredParameters(own));
      const parameters = least === 0 ? "" : `<${Array(least).fill("any").join(", ")}>`;
      const assign = (to: string, from: string) =>
        `{ const v: ${to}.${name}${parameters} = null! as ${from}.${name}${parameters}; }`;
      const isResult = resultTypes.some((each) => each.test(named));
      const isSetting = settingTypes.some((each) => each.test(named));
      if (!isResult) claims.push({ name: `${named}: theirs into ours`, code: assign(O, T) });
      if (!isSetting) claims.push({ name: `${named}: ours into theirs`, code: assign(T, O) });
      return claims;
    });
  });
}

/** Options of theirs go into our factory, but for callbacks, which get our profile; and the result is a provider. */
const factoryClaim = (T: string, O: string) =>
  `{ type Options = NonNullable<Parameters<typeof ${T}.default>[0]>; ` +
  `const v = ${O}.default({} as unknown as Pick<Options, Extract<keyof Options, "clientId" | "clientSecret" | "issuer" | "authorization" | "checks" | "client" | "style" | "allowDangerousEmailAccountLinking" | "from" | "maxAge" | "apiKey" | "credentials">>); ` +
  `const p: import("${providersIndex}").Provider = v; }`;

const providersIndex = all.find(({ name }) => name === "providers")?.ours.replace(/\.d\.ts$/, ".js") ?? "";

function requiredParameters(symbol: ts.Symbol): number {
  const declared = symbol.declarations?.find(
    (node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      node.typeParameters !== undefined,
  );
  return declared?.typeParameters?.filter((each) => each.default === undefined).length ?? 0;
}

/** Claims that do not compile, by name. @param changed texts in place of files */
function broken(modules: Modules, changed = none): string[] {
  const claims = claimsOf(programFor(modules, changed), modules);
  const place = `${import.meta.dirname}/claims.ts`;
  const imports = modules.flatMap(({ theirs, ours }, at) => [
    `import * as Theirs${at} from "${theirs.replace(/\.d\.ts$/, ".js")}";`,
    `import * as Ours${at} from "${ours.replace(/\.d\.ts$/, ".js")}";`,
  ]);
  const text = [...imports, ...claims.map(({ code }) => code)].join("\n");
  const program = programOf([place], new Map([...changed, [place, text]]));
  const source = program.getSourceFile(place);
  return program.getSemanticDiagnostics(source).map(({ start, messageText }) => {
    const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    const claim = claims[line - imports.length]?.name ?? imports[line];
    return `${claim}\n${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** Names of the published package that are missing here. */
function missing(modules: Modules, changed = none): string[] {
  const program = programFor(modules, changed);
  const checker = program.getTypeChecker();
  return modules.flatMap(({ name: module, theirs, ours }) => {
    if (!existsSync(ours)) return [module];
    const here = exportsOf(checker, program, ours);
    return [...exportsOf(checker, program, theirs).keys()]
      .filter((name) => !here.has(name) && !(`${module} ${name}` in otherNames))
      .map((name) => `${module} ${name}`);
  });
}

/** Places that are `any` or `unknown` here and known there. */
function looser(modules: Modules, changed = none): string[] {
  const program = programFor(modules, changed);
  const checker = program.getTypeChecker();
  return modules.flatMap(({ name: module, theirs, ours }) => {
    const here = exportsOf(checker, program, ours);
    return [...exportsOf(checker, program, theirs)].flatMap(([name, symbol]) => {
      const own = here.get(name);
      const named = `${module} ${name}`;
      if (own === undefined || named in otherProfiles) return [];
      return looserPlaces(checker, own, symbol).map((place) => `${named}${place}`);
    });
  });
}

describe("the types of @auth/core 0.41.3", () => {
  test("every module and every name is here", () => expect(missing(all)).toEqual([]));

  test("their values go into our parameters, our results into their types", () =>
    expect(broken(all)).toEqual([]));

  test("nothing is any or unknown here that is known there", () => expect(looser(all)).toEqual([]));

  test("each difference says why", () => {
    for (const { why } of differences) expect(why.length).toBeGreaterThan(10);
  });

  describe("the comparison finds", () => {
    const core = all.filter(({ name }) => name === "index" || name === "types");
    /** One of our files with something else in it. */
    const planted = (file: string, from: string | RegExp, to: string): ReadonlyMap<string, string> => {
      const place = path.join(projectRoot, "dist/runtime/types", file);
      const text = readFileSync(place, "utf8");
      expect(text).toMatch(from);
      return new Map([[place, text.replace(from, to)]]);
    };

    test("a name taken out", () => {
      expect(missing(core, planted("index.d.ts", /\bPublicProvider,? ?/, ""))).toEqual([
        "types PublicProvider",
      ]);
    });

    test("a type narrowed", () => {
      const found = broken(
        core,
        planted("entities.d.ts", "email?: string | null;", "email?: `${string}@example.com`;"),
      );
      expect(found.some((each) => each.startsWith("types User: theirs into ours"))).toBe(true);
    });

    test("a type widened to any", () => {
      const found = looser(core, planted("entities.d.ts", "email?: string | null;", "email?: any;"));
      expect(found).toContain("types User.email");
    });
  });
});

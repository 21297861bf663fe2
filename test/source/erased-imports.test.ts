/** Imports of types alone, as the compiler takes them out: `typeOnly` of what the doctor reads in a file. */
import { describe, expect, it } from "vitest";
import ts from "typescript";
import { readSource } from "../../src/cli/source/syntax/source-facts.js";

const erased: readonly string[] = [
  'import type { User } from "@/auth";',
  'import { type User } from "@/auth";\nexport const Name = (props: { user: User }) => null;',
  'import { User } from "@/auth";\nexport const Name = (props: { user: User }) => null;',
  'import Auth from "@/auth";\nlet one: Auth.User | undefined;\nexport { one };',
  'import * as auth from "@/auth";\nexport type Session = Awaited<ReturnType<typeof auth.auth>>;',
  'import { auth } from "@/auth";\nexport type Session = ReturnType<typeof auth>;',
  'import { Base } from "@/auth";\nexport class Own implements Base {}',
  'import { Base } from "@/auth";\nexport interface Own extends Base {}',
  'import { User } from "@/auth";\nexport const user = { User: 1 }.User as unknown as User;',
  'import { User } from "@/auth";\nexport const all = new Map<string, User>();',
  'import { User } from "@/auth";\nexport type { User };',
  'import { type User } from "@/auth";\nexport type { Account } from "@/auth";\nexport let user: User;',
];

const loaded: readonly string[] = [
  'import "@/auth";',
  'import { signIn } from "@/auth";\nexport const Menu = () => <button onClick={() => signIn()}>in</button>;',
  'import { Menu } from "@/auth";\nexport const Bar = () => <Menu />;',
  'import * as auth from "@/auth";\nexport const Bar = () => <auth.Menu />;',
  'import { Base } from "@/auth";\nexport class Own extends Base {}',
  'import { type User, signIn } from "@/auth";\nexport const go = (user: User) => signIn(user);',
  'import { auth } from "@/auth";\nexport { auth };',
  'import { auth } from "@/auth";\nexport default auth;',
  'import { auth } from "@/auth";\nexport const all = { auth };',
  'import { auth } from "@/auth";\nexport const all = { [auth]: 1 };',
  'import type { User } from "@/auth";\nimport { auth } from "@/auth";\nexport const user: User = auth();',
];

/** Whether TypeScript leaves an import of the module in what runs. */
const staysIn = (code: string): boolean =>
  ts
    .transpileModule(code, {
      fileName: "a.tsx",
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ESNext,
        jsx: ts.JsxEmit.Preserve,
      },
    })
    .outputText.includes("import ");

const isTypeOnly = (code: string, file = "a.tsx"): boolean =>
  readSource(code, file).imports.every(({ typeOnly }) => typeOnly);

describe("CL-24: imports of types alone", () => {
  it.each(erased)("nothing of it runs: %s", (code) => {
    expect([isTypeOnly(code), staysIn(code)]).toEqual([true, false]);
  });

  it.each(loaded)("it runs: %s", (code) => {
    expect([isTypeOnly(code), staysIn(code)]).toEqual([false, true]);
  });

  it("in JavaScript, and in the script of a component, a name that is not used is imported all the same", () => {
    const code = 'import { auth } from "@/auth";\nlet it: auth;\n';
    expect(isTypeOnly(code)).toBe(true);
    expect(isTypeOnly(code, "a.jsx")).toBe(false);
    expect(isTypeOnly(code, "+page.svelte.ts")).toBe(false);
    expect(isTypeOnly('import { type User } from "@/auth";\n', "+page.svelte.ts")).toBe(true);
  });

  it("a name that is used nowhere is no type", () => {
    expect(isTypeOnly('import GitHub from "authwright/providers/github";\n')).toBe(false);
  });

  it("a chain of thousands of calls is read", () => {
    const deep = 'import { User } from "@/auth";\nexport const x = a' + ".b()".repeat(900) + " as User;";
    expect(isTypeOnly(deep)).toBe(true);
  });
});

/** `auth migrate` on forms that it did not read in real apps: each case by its id. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import {
  manifest,
  migrated,
  migrateIn,
  places,
  project,
  removeApps,
  version4,
  type Files,
  type Left,
} from "../support/written-apps.js";

afterAll(removeApps);

describe("RA2-A2: packages of a workspace that leave next-auth to others", () => {
  const router = 'import { useSession } from "next-auth/react";\n\nexport const use = () => useSession();\n';
  const workspace = (more: Files): Files => ({
    "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
    "apps/web/package.json": manifest({
      name: "@app/web",
      dependencies: { ...version4, "@app/router": "*" },
    }),
    "apps/web/app/providers.tsx": 'export { SessionProvider } from "next-auth/react";\n',
    "packages/router/index.ts": router,
    ...more,
  });
  const named = (sections: object) =>
    workspace({ "packages/router/package.json": manifest({ name: "@app/router", ...sections }) });

  test.each([
    ["peerDependencies", ["peerDependencies"]],
    ["peerDependencies and devDependencies", ["peerDependencies", "devDependencies"]],
  ])("named in %s: the package comes along, before the app", async (_, sections) => {
    const entries = Object.fromEntries(sections.map((one) => [one, { "next-auth": "^4.22.1" }]));
    const { code, result, read, folder } = await migrated(named(entries));
    expect([code, result.packages.map((one) => one.path)]).toEqual([0, ["packages/router", "apps/web"]]);
    expect(read("packages/router/index.ts")).toBe(router.replace("next-auth/react", "authwright/react"));
    const after = JSON.parse(read("packages/router/package.json"));
    for (const section of sections) expect(Object.keys(after[section]), section).toEqual(["authwright"]);
    const second = await migrateIn(folder);
    expect([second.code, second.result.packages.map(({ from }) => from)]).toEqual([0, [[], []]]);
  });

  test("named nowhere, and used: its files come along, its package.json stays", async () => {
    const before = named({});
    const { code, result, read } = await migrated(before);
    expect([code, result.packages.map((one) => one.path)]).toEqual([0, ["packages/router", "apps/web"]]);
    expect(read("packages/router/index.ts")).toBe(router.replace("next-auth/react", "authwright/react"));
    expect(read("packages/router/package.json")).toBe(before["packages/router/package.json"]);
  });

  test("a package that has nothing to do with it stays out", async () => {
    const { result } = await migrated(
      workspace({
        "packages/router/package.json": manifest({ name: "@app/router" }),
        "packages/router/index.ts": "// as next-auth has it\nexport {};\n",
      }),
    );
    expect(result.packages.map((one) => one.path)).toEqual(["apps/web"]);
  });

  test("a package alone that has it in peerDependencies is no stranger to the second run", async () => {
    const { folder, code } = await migrated({
      "package.json": manifest({ peerDependencies: { "next-auth": "^4.22.1" } }),
      "index.ts": router,
    });
    expect([code, (await migrateIn(folder)).code]).toEqual([0, 0]);
  });
});

describe("RA2-A3: the version of next-auth stands in a catalog, or in the lock file", () => {
  const beta = "5.0.0-beta.31";
  const auth = `import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";

export const create = () =>
  NextAuth({
    providers: [
      Credentials({
        authorize() {
          throw new Error("Nothing given.");
        },
      }),
    ],
    callbacks: {
      signIn() {
        throw new Error("blocked");
      },
    },
  });
`;
  const lock = (version: string) => `lockfileVersion: '9.0'

packages:

  next-auth@${version}:
    resolution: {integrity: sha512-x}
`;
  const app = (range: string, more: Files): Files => ({
    "package.json": manifest({ dependencies: { ...version4, "next-auth": range } }),
    "auth.ts": auth,
    ...more,
  });
  const asVersion5 = auth
    .replaceAll('"next-auth', '"authwright')
    .replace('"authwright"', '"authwright/next"');
  const bun = (catalogs: object): Files => ({
    "package.json": manifest({ dependencies: { ...version4, "next-auth": "catalog:" }, ...catalogs }),
  });

  test.each<[string, string, Files]>([
    ["catalog", "catalog:", { "pnpm-workspace.yaml": `catalog:\n  next-auth: ${beta}\n` }],
    ["catalogs", "catalog:auth", { "pnpm-workspace.yaml": `catalogs:\n  auth:\n    next-auth: ^${beta}\n` }],
    ["default", "catalog:", { "pnpm-workspace.yaml": `catalogs:\n  default:\n    next-auth: beta\n` }],
    ["Yarn's settings", "catalog:auth", { ".yarnrc.yml": `catalogs: { auth: { next-auth: ${beta} } }\n` }],
    ["bun's package.json", "catalog:", bun({ workspaces: { catalog: { "next-auth": beta } } })],
    ["the lock file", "catalog:", { "pnpm-lock.yaml": lock(beta) }],
    ["the lock file, of a tag", "latest", { "pnpm-lock.yaml": lock(beta) }],
  ])("%s: version 5 is seen", async (_, range, more) => {
    const { code, result, read } = await migrated(app(range, more));
    expect([code, result.breaksNow, read("auth.ts")]).toEqual([0, [], asVersion5]);
  });

  test("version 4 is, too", async () => {
    const { read } = await migrated(
      app("catalog:", { "pnpm-workspace.yaml": 'catalog: {"next-auth": ^4}\n' }),
    );
    expect(read("auth.ts")).toContain('return "/api/auth/error?error=blocked"');
  });
});

/** Options whose `authorize` throws, and a form that reads why. */
const passwords = (
  thrown: string,
  head = "",
): string => `import Credentials from "next-auth/providers/credentials";
${head}
export const options = {
  providers: [
    Credentials({
      credentials: { code: {} },
      async authorize(c) {
        ${thrown}
        return null;
      },
    }),
  ],
};
`;
const formOf = (judged: string, from = "next-auth/react"): string => `import { signIn } from "${from}";

export async function submit() {
  const res = await signIn("credentials", { redirect: false });
  return ${judged};
}
`;
const signingIn = (thrown: string, judged: string, head = ""): Files => ({
  "package.json": manifest({ dependencies: version4 }),
  "lib/auth.ts": passwords(thrown, head),
  "app/form.ts": formOf(judged),
});

describe("RA2-A5: what authorize throws in another form than `throw new Error(text)`", () => {
  const code = (text: string) => `Object.assign(new CredentialsSignin(), { code: ${text} })`;

  test.each([
    ["without new", 'throw Error("B");', `throw ${code('"B"')};`],
    ["one of two", 'throw c ? new Error("A") : Error("B");', `throw c ? ${code('"A"')} : ${code('"B"')};`],
    [
      "rejected",
      'if (c) return Promise.reject(new Error("B"));',
      `if (c) return Promise.reject(${code('"B"')});`,
    ],
    [
      "a constant",
      'const bad = new Error("B"); if (c) throw bad;',
      `const bad = ${code('"B"')}; if (c) throw bad;`,
    ],
  ])("%s: both halves are right", async (_, thrown, after) => {
    const { code: exit, result, read } = await migrated(signingIn(thrown, 'res?.error === "B"'));
    expect([exit, result.breaksNow]).toEqual([0, []]);
    expect(read("lib/auth.ts")).toContain(after);
    expect(read("app/form.ts")).toContain('return res?.code === "B";');
  });

  test("by a constant on both sides", async () => {
    const head = 'import { Codes } from "./codes";\n';
    const { result, read } = await migrated(
      signingIn(
        "throw Error(Codes.Locked);",
        "res?.error === Codes.Locked || res?.error === Codes.Other",
        head,
      ),
    );
    expect(read("lib/auth.ts")).toContain("{ code: Codes.Locked }");
    expect(read("app/form.ts")).toContain("res?.code === Codes.Locked || res?.error === Codes.Other");
    expect(places(result.breaksNow)).toEqual(["app/form.ts:5"]);
  });

  test("an error that something else has made is listed, not one that says its code already", async () => {
    const { result } = await migrated(
      signingIn(
        'try { await check(c); } catch (e) { throw e; }\n        throw Object.assign(new CredentialsSignin(), { code: "x" });',
        "res?.error",
      ),
    );
    expect(places(result.tidyUp)).toContain("lib/auth.ts:8");
    expect(places([...result.tidyUp, ...result.breaksNow])).not.toContain("lib/auth.ts:9");
  });

  test.each([
    ["a text that nothing read throws", 'res?.error === "Email not verified."', ["app/form.ts:5"]],
    ["a type", 'res?.error === "OAuthAccountNotLinked"', []],
    ["a text that an address has", 'res?.error === "blocked" || "/login?error=blocked"', []],
    ["nothing", 'res?.error !== ""', []],
  ])("compared with %s: %s", async (_, judged, left) => {
    const { result } = await migrated(signingIn("void c;", judged));
    expect(places(result.breaksNow)).toEqual(left);
  });

  test("`signIn` of the callbacks without new leads to a page", async () => {
    const { read, result } = await migrated({
      ...signingIn("void c;", 'res?.error === "blocked"'),
      "lib/more.ts":
        'import type { NextAuthOptions } from "next-auth";\n\nexport const more: Partial<NextAuthOptions> = {\n  callbacks: {\n    signIn() {\n      throw Error("blocked");\n    },\n  },\n};\n',
    });
    expect(read("lib/more.ts")).toContain('return "/api/auth/error?error=blocked";');
    expect(result.breaksNow).toEqual([]);
  });
});

describe("RA2-A6: forms that have `signIn` by way of a module of the app", () => {
  const app = (lib: Files, form: string): Files => ({
    ...signingIn('throw new Error("B");', ""),
    ...lib,
    "app/form.ts": form,
  });

  test.each<[string, Files, string]>([
    ["a re-export", { "lib/client.ts": 'export { signIn } from "next-auth/react";\n' }, "../lib/client"],
    ["everything", { "lib/client.ts": 'export * from "next-auth/react";\n' }, "../lib/client"],
    [
      "two files",
      {
        "lib/all/index.ts": 'export * from "../client";\n',
        "lib/client.ts": 'import { signIn } from "next-auth/react";\nexport { signIn };\n',
      },
      "../lib/all",
    ],
    [
      "an alias of tsconfig",
      {
        "lib/client.ts": 'export { signIn } from "next-auth/react";\n',
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
      },
      "@/lib/client",
    ],
    [
      "a function around it",
      {
        "lib/client.ts":
          'import { signIn as enter } from "next-auth/react";\nexport async function signIn(way: string, more: object) {\n  const answer = await enter(way, { ...more, redirect: false });\n  return answer;\n}\n',
      },
      "../lib/client",
    ],
  ])("%s: the form reads the code", async (_, lib, from) => {
    const { result, read } = await migrated(app(lib, formOf('res?.error === "B"', from)));
    expect([read("app/form.ts"), result.breaksNow]).toEqual([formOf('res?.code === "B"', from), []]);
  });

  test("a module as a whole, and one of another name", async () => {
    const form =
      'import * as client from "../lib/client";\nimport { enter } from "../lib/client";\n\nexport const is = async () => (await enter("credentials"))?.error;\nexport async function submit() {\n  const res = await client.enter("credentials");\n  return res?.ok;\n}\n';
    const { read } = await migrated(
      app({ "lib/client.ts": 'export { signIn as enter } from "next-auth/react";\n' }, form),
    );
    expect(read("app/form.ts")).toBe(form.replace("res?.ok", "(res && !res.error)"));
  });

  test("a `signIn` of the app's own stays", async () => {
    const own = 'export const signIn = async (..._: unknown[]) => ({ error: "B" });\n';
    const form = formOf('res?.error === "B"', "../lib/own");
    const { read } = await migrated(
      app({ "lib/own.ts": own, "lib/client.ts": 'export { signIn } from "next-auth/react";\n' }, form),
    );
    expect([read("app/form.ts"), read("lib/own.ts")]).toEqual([form, own]);
  });

  test("another package of the workspace", async () => {
    const form = formOf('res?.error === "B"', "@app/auth/client");
    const { read } = await migrated({
      "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
      "packages/auth/package.json": manifest({ name: "@app/auth", dependencies: version4 }),
      "packages/auth/client.ts": 'export { signIn } from "next-auth/react";\n',
      "packages/auth/auth.ts": passwords('throw new Error("B");'),
      "apps/web/package.json": manifest({
        name: "@app/web",
        dependencies: { ...version4, "@app/auth": "*" },
      }),
      "apps/web/form.ts": form,
    });
    expect(read("apps/web/form.ts")).toBe(form.replace("res?.error", "res?.code"));
  });
});

describe("RA2-A9: `encode` and `decode` by way of a function of the app", () => {
  const around =
    'import { decode, type JWTDecodeParams } from "next-auth/jwt";\n\nexport const open = (p: JWTDecodeParams) => decode(p);\n';
  const asking = (call: string, from = "./seal"): string =>
    `import { open } from "${from}";\n\nexport const read = (token: string, secret: string) => ${call};\n`;

  test.each([
    ["without a salt", "open({ token, secret })", ["lib/read.ts:3"]],
    ["with one", 'open({ token, secret, salt: "" })', []],
    ["with all that it was given", "open({ ...JSON.parse(token), secret })", []],
  ])("a call in another file %s", async (_, call, left) => {
    const { result } = await migrated({
      "package.json": manifest({ dependencies: version4 }),
      "lib/seal.ts": around,
      "lib/read.ts": asking(call),
    });
    expect(places(result.breaksNow)).toEqual(left);
  });

  test("a call in another package, and in the file itself", async () => {
    const { result } = await migrated({
      "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
      "packages/database/package.json": manifest({ name: "@app/database", dependencies: version4 }),
      "packages/database/auth/seal.ts": `${around}\nexport const mine = (token: string) => open({ token, secret: "s" });\n`,
      "apps/web/package.json": manifest({
        name: "@app/web",
        dependencies: { ...version4, "@app/database": "*" },
      }),
      "apps/web/read.ts": asking("open({ token, secret })", "@app/database/auth/seal"),
    });
    expect(result.packages.map((one) => places(one.breaksNow))).toEqual([["auth/seal.ts:5"], ["read.ts:3"]]);
  });

  test("what cannot be followed is listed where it stands", async () => {
    const { result } = await migrated({
      "package.json": manifest({ dependencies: version4 }),
      "lib/seal.ts":
        'import { decode, type JWTDecodeParams } from "next-auth/jwt";\n\nexport class Seal {\n  open(p: JWTDecodeParams) {\n    return decode(p);\n  }\n}\n',
    });
    expect(places(result.breaksNow)).toEqual(["lib/seal.ts:5"]);
  });
});

describe("RA2-A7: a second run lists what the first has listed, until it is gone", () => {
  const left: Files = {
    "package.json": manifest({ dependencies: version4 }),
    "lib/auth.ts": `import NextAuth, { type NextAuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import { check } from "elsewhere";

export const options: NextAuthOptions = {
  providers: [{ id: "own", name: "Own", type: "oauth", idToken: true, httpOptions: { timeout: 9 } }],
  callbacks: {
    signIn({ user }) {
      if (!user.email) throw check(user);
      return true;
    },
  },
};
export default NextAuth(options);
export const issue = (secret: string) => encode({ token: { sub: "1" }, secret });
`,
    "app/form.tsx": formOf("[res?.status, res?.error]"),
    "services/reader.py": 'name = "next-auth.session-token"\n',
  };
  const listed = ({ breaksNow, tidyUp }: { breaksNow: readonly Left[]; tidyUp: readonly Left[] }) =>
    [...breaksNow, ...tidyUp].map(({ path: file, why }) => `${file}: ${why}`).sort();

  test("nothing touched: the same list, nothing written, and no exit 0", async () => {
    const first = await migrated(left);
    expect(places(first.result.breaksNow).length).toBeGreaterThan(3);
    const before = ["lib/auth.ts", "app/form.tsx", "package.json"].map(first.read);
    const second = await migrateIn(first.folder);
    expect(listed(second.result)).toEqual(listed(first.result));
    expect([first.code, second.code]).toEqual([1, 3]);
    expect(["lib/auth.ts", "app/form.tsx", "package.json"].map(first.read)).toEqual(before);
  });

  test("what was done is listed no more", async () => {
    const { folder, read } = await migrated(left);
    writeFileSync(
      path.join(folder, "lib/auth.ts"),
      read("lib/auth.ts").replace("secret })", 'secret, salt: "" })').replace(", idToken: true", ""),
    );
    const { result } = await migrateIn(folder);
    expect(result.breaksNow.filter(({ why }) => /salt|idToken/.test(why))).toEqual([]);
    expect(result.tidyUp.filter(({ why }) => why.includes("httpOptions")).length).toBe(1);
  });

  test("in a workspace, and beside a package that has nothing left", async () => {
    const files = Object.entries(left).map(([file, text]) => [`apps/web/${file}`, text]);
    const first = await migrated({
      "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
      "packages/ui/package.json": manifest({ name: "@app/ui", peerDependencies: { "next-auth": "4" } }),
      "packages/ui/index.ts": 'export { useSession } from "next-auth/react";\n',
      ...Object.fromEntries(files),
    });
    const second = await migrateIn(first.folder);
    expect(second.result.packages.map((one) => listed(one))).toEqual(
      first.result.packages.map((one) => listed(one)),
    );
  });

  test("an app that never came from next-auth 4 is told nothing of it", async () => {
    const { code, result } = await migrated({
      "package.json": manifest({
        dependencies: { ...version4, "next-auth": undefined, authwright: "^0.1.0" },
      }),
      "lib/auth.ts": passwords("throw new Own(c);").replace("next-auth/", "authwright/"),
    });
    expect([code, listed(result)]).toEqual([0, []]);
  });
});

describe("RA2-A10: `user.id` is listed where TypeScript stops at it", () => {
  const callback = (body: string, head = ""): Files => ({
    "package.json": manifest({ dependencies: version4 }),
    "lib/auth.ts": `import type { NextAuthOptions } from "next-auth";
${head}
export const options: NextAuthOptions = {
  providers: [],
  callbacks: {
    async signIn({ user }) {
      ${body}
    },
  },
};
`,
  });
  const ids = async (files: Files) => {
    const { tidyUp, breaksNow } = (await migrated(files)).result;
    return places([...tidyUp, ...breaksNow].filter(({ why }) => why.startsWith("`user.id`")));
  };
  const declared = (members: string): Files => ({
    "types/next-auth.d.ts": `import "next-auth";\ndeclare module "next-auth" {\n  interface User ${members}\n}\n`,
  });

  test.each([
    ["returned before", "if (!user.id) return false; return banned(user.id);"],
    ["thrown before", "if (!user || !user.id) { throw new Error(); } return banned(user.id);"],
    ["in a branch", "if (user?.id && user.name) { return banned(user.id); } return true;"],
    ["in a choice", "return user.id ? banned(user.id) : true;"],
    ["behind &&", "return user.id && banned(user.id);"],
  ])("checked, %s: not", async (_, body) => {
    expect(await ids(callback(body))).toEqual([]);
  });

  test.each([
    ["not checked", "return banned(user.id);"],
    ["checked for something else", "if (!user.name) return false; return banned(user.id);"],
    ["checked without an end", "if (!user.id) log(); return banned(user.id);"],
    ["checked in another branch", "if (user.id) log(); else return banned(user.id); return true;"],
  ])("%s: listed", async (_, body) => {
    expect(await ids(callback(body))).toEqual(["lib/auth.ts:7"]);
  });

  test("where the app declares it: not, unless it may be undefined there too", async () => {
    const body = "return banned(user.id);";
    expect(await ids({ ...callback(body), ...declared("{ id: string }") })).toEqual([]);
    expect(await ids({ ...callback(body), ...declared("extends Row {}") })).toEqual([]);
    expect(await ids({ ...callback(body), ...declared("{ id?: string }") })).toEqual(["lib/auth.ts:7"]);
    expect(await ids({ ...callback(body), ...declared("extends DefaultUser { role: string }") })).toEqual([
      "lib/auth.ts:7",
    ]);
  });

  test("a table of that name is none", async () => {
    const files = callback("return found(eq(user.id, 1));", 'import { user } from "./schema";\n');
    const table = {
      "lib/auth.ts": (files["lib/auth.ts"] ?? "").replace("signIn({ user })", "signIn({ account })"),
    };
    expect(await ids({ ...files, ...table })).toEqual([]);
  });
});

describe("RA2-A11: the top of a workspace names the packages below", () => {
  const workspace: Files = {
    "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
    "packages/lib/package.json": manifest({ name: "@app/lib", peerDependencies: { "next-auth": "^4" } }),
    "packages/lib/index.ts": 'export { useSession } from "next-auth/react";\n',
    "apps/web/package.json": manifest({ name: "@app/web", dependencies: { ...version4, "@app/lib": "*" } }),
    "apps/web/lib/issue.ts":
      'import { encode } from "next-auth/jwt";\n\nexport const issue = () => encode({ secret: "s" });\n',
  };
  const shown = (text: string) => text.replaceAll(/\s+/g, " ");

  test("migrate says how each is taken back, and undo does", async () => {
    const folder = project(workspace);
    const { code, stderr } = await runMain(folder, ["migrate", "--yes", "--no-install"]);
    expect(code).toBe(1);
    const commands = ["auth undo --cwd apps/web", "auth undo --cwd packages/lib"];
    expect(shown(stderr)).toContain(`This reverts everything: ${commands.join(", ")}`);
    const top = await runMain(folder, ["undo", "--yes"]);
    expect([top.code, shown(top.stderr)]).toEqual([
      0,
      expect.stringContaining(
        "Nothing to undo here. In packages below: npx auth undo --cwd apps/web, npx auth undo --cwd packages/lib",
      ),
    ]);
    for (const one of commands)
      expect((await runMain(folder, [...one.split(" ").slice(1), "--yes"])).code).toBe(0);
    const after = await runMain(folder, ["undo", "--yes"]);
    expect(shown(after.stderr)).toContain("Nothing to undo.");
  });

  test("doctor there finds nothing wrong, before and after", async () => {
    const folder = project(workspace);
    const asked = async () => {
      const { code, stdout } = await runMain(folder, ["doctor", "--json"]);
      const { findings } = JSON.parse(stdout).result;
      return [
        code,
        findings.map((one: { code: string; level: string; message: string }) => [
          one.code,
          one.level,
          one.message,
        ]),
      ];
    };
    const said = [
      0,
      [["AUTH_D_NO_CONFIG", "warning", "Nothing was checked here: sign-in is in apps/web, packages/lib."]],
    ];
    expect(await asked()).toEqual(said);
    await migrateIn(folder);
    expect(await asked()).toEqual(said);
  });
});

describe("RA2-A14: a handler that the route has from another file", () => {
  const lib = (last: string): string => `import NextAuth, { type NextAuthOptions } from "next-auth";
import { getServerSession } from "next-auth";

export const options: NextAuthOptions = { providers: [] };

${last}

export const session = () => getServerSession(options);
`;
  const app = (last: string, route: Files): Files => ({
    "package.json": manifest({ dependencies: version4 }),
    "lib/auth.ts": lib(last),
    ...route,
  });
  const appRoute = {
    "app/api/auth/[...nextauth]/route.ts":
      'import { authHandler } from "../../../../lib/auth";\n\nexport { authHandler as GET, authHandler as POST };\n',
  };
  const pagesRoute = {
    "pages/api/auth/[...nextauth].ts": 'export { authHandler as default } from "../../../lib/auth";\n',
  };

  test.each<[string, string, Files, string]>([
    ["a route of the app", "export const authHandler = NextAuth(options);", appRoute, "handlers.GET"],
    [
      "in a list",
      "const authHandler = NextAuth(options);\nexport { authHandler };",
      appRoute,
      "handlers.GET",
    ],
    ["of pages", "export const authHandler = NextAuth(options);", pagesRoute, "handlers.pages"],
  ])("%s: one NextAuth, and the route stays", async (_, last, route, made) => {
    const { code, result, read } = await migrated(app(last, route));
    const text = read("lib/auth.ts");
    expect([code, result.breaksNow, text.match(/NextAuth\(/g)]).toEqual([0, [], ["NextAuth("]]);
    expect(text).toContain(`authHandler = ${made};`);
    for (const [file, before] of Object.entries(route)) expect(read(file)).toBe(before);
  });

  test("options of its own", async () => {
    const { result, read } = await migrated({
      "package.json": manifest({ dependencies: version4 }),
      "lib/auth.ts":
        'import NextAuth from "next-auth";\n\nexport const authHandler = NextAuth({ providers: [] });\n',
      ...appRoute,
    });
    expect([result.breaksNow, read("lib/auth.ts")]).toEqual([
      [],
      'import NextAuth from "authwright/next";\n\nexport const authHandler = NextAuth({ providers: [] }).handlers.GET;\n',
    ]);
  });

  test("one that is called as well is listed, and nothing is declared twice", async () => {
    const last = "export const authHandler = NextAuth(options);\nexport const again = [authHandler];";
    const { result } = await migrated(app(last, appRoute));
    expect(result.breaksNow.map(({ write }) => write)).toEqual([
      "handlers.GET, or handlers.pages in the Pages Router, in place of NextAuth(options)",
    ]);
  });
});

describe("RA2-A15: a type that mails of next-auth 4 are given", () => {
  test.each([
    ["next-auth/providers/email", "authwright/providers/email"],
    ["next-auth/providers", "authwright/providers"],
  ])("from %s is ours, and next-auth goes", async (old, ours) => {
    const { code, result, read } = await migrated({
      "package.json": manifest({ dependencies: { ...version4, nodemailer: "^6.9.0" } }),
      "lib/mail.ts": `import type { SendVerificationRequestParams } from "${old}";\n\nexport const send = async ({ url }: SendVerificationRequestParams) => url;\n`,
    });
    const name = "EmailProviderSendVerificationRequestParams";
    expect([code, result.breaksNow, result.tidyUp]).toEqual([0, [], []]);
    expect(read("lib/mail.ts")).toBe(
      `import type { ${name} } from "${ours}";\n\nexport const send = async ({ url }: ${name}) => url;\n`,
    );
    expect(Object.keys(JSON.parse(read("package.json")).dependencies)).not.toContain("next-auth");
  });
});

describe("RA2-A18: what is written reads as a person would write it", () => {
  test.each([
    ["res?.ok && !res.error", "res && !res.error"],
    ["res?.ok && !res?.error", "res && !res.error"],
    ["!res!.error && res!.ok", "!res!.error && !res!.error"],
    ["!res.error && res.ok", "!res.error"],
    ["res?.ok && !other.error", "(res && !res.error) && !other.error"],
  ])("%s becomes %s", async (judged, after) => {
    const { read } = await migrated(signingIn("void c;", judged));
    expect(read("app/form.ts")).toBe(formOf(after).replace("next-auth/react", "authwright/react"));
  });

  test("a value of a module stands below its types", async () => {
    const lib =
      'import type { NextAuthOptions } from "next-auth";\nimport { row } from "./row";\n\nexport const options: NextAuthOptions = { providers: [row] };\n';
    const { read } = await migrated({
      "package.json": manifest({ dependencies: version4 }),
      "lib/auth.ts": lib,
      "lib/who.ts":
        'import { getServerSession } from "next-auth";\nimport { options } from "./auth";\n\nexport const who = () => getServerSession(options);\n',
    });
    expect(read("lib/auth.ts")).toBe(
      'import type { NextAuthConfig } from "authwright/next";\nimport NextAuth from "authwright/next";\nimport { row } from "./row";\n\nexport const options: NextAuthConfig = { providers: [row] };\n\nexport const { handlers, auth, signIn, signOut } = NextAuth(options);\n',
    );
  });

  test("an entry of a catalog that nothing asks for any more is named", async () => {
    const folder = project({
      "package.json": manifest({ dependencies: { ...version4, "next-auth": "catalog:auth" } }),
      "pnpm-workspace.yaml": "catalogs:\n  auth:\n    next-auth: ^4.24.11\n",
    });
    const { stderr } = await runMain(folder, ["migrate", "--yes", "--no-install"]);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      'Once no package asks for it, take next-auth out of the catalog "auth" of the workspace',
    );
  });
});

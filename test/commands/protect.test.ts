/** `auth protect`: what it writes, that it adds lines alone, that a second run has nothing to do, and undo. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

/** A project that `auth init` has set up, with further files. */
async function appOf(name: string, files: Files = {}): Promise<string> {
  const folder = copyProject(name);
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(code, stderr).toBe(0);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const protect = (folder: string, ...args: string[]) => runMain(folder, ["protect", "--yes", ...args]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

/** The lines that a file has after the command and had not before; every line of before is still there, in order. */
function newLines(before: string, after: string): string[] {
  const old = before.split("\n");
  let at = 0;
  const more = after.split("\n").filter((line) => {
    if (line === old[at]) at += 1;
    else return true;
    return false;
  });
  expect(old.slice(at), "every line of before is there, in order").toEqual([]);
  return more.filter((line) => line.trim() !== "");
}

const page = "export default function Page() {\n  return <p>secret</p>;\n}\n";

/** Files of an App Router, the path to protect, the file that is looked at, and its text afterwards. */
const appRouterFiles: readonly (readonly [
  what: string,
  files: Files,
  args: readonly string[],
  file: string,
  text: string,
])[] = [
  [
    "a page that is no promise yet",
    { "app/reports/page.tsx": page },
    ["/reports"],
    "app/reports/page.tsx",
    `import { auth } from "@/auth";

export default async function Page() {
  await auth.require({ redirectTo: "/reports" });
  return <p>secret</p>;
}
`,
  ],
  [
    "a page by its name, with imports of its own",
    {
      "app/reports/reports/page.tsx":
        'import Link from "next/link";\n\nconst Page = async () => {\n  return <Link href="/">home</Link>;\n};\n\nexport default Page;\n',
    },
    ["/reports", "--role", "admin"],
    "app/reports/reports/page.tsx",
    `import Link from "next/link";
import { auth } from "@/auth";

const Page = async () => {
  await auth.require({ role: "admin", redirectTo: "/reports/reports" });
  return <Link href="/">home</Link>;
};

export default Page;
`,
  ],
  [
    "a page with a parameter, in a group",
    { "app/(app)/teams/[id]/page.tsx": page },
    ["/teams/*"],
    "app/(app)/teams/[id]/page.tsx",
    `import { auth } from "@/auth";

export default async function Page() {
  await auth.require();
  return <p>secret</p>;
}
`,
  ],
  [
    "route handlers, but not OPTIONS, which a browser asks for without cookies",
    {
      "app/api/orders/route.ts":
        "export async function GET(request: Request) {\n  return Response.json(request.url);\n}\n\nexport const POST = async () => new Response(null, { status: 204 });\n\nexport function OPTIONS() {\n  return new Response();\n}\n",
    },
    ["/api/orders", "--max-age", "300"],
    "app/api/orders/route.ts",
    `import { auth } from "@/auth";

export const GET = auth.require({ maxAge: 300 }, async function GET(request: Request) {
  return Response.json(request.url);
});

export const POST = auth.require({ maxAge: 300 }, async () => new Response(null, { status: 204 }));

export function OPTIONS() {
  return new Response();
}
`,
  ],
];

describe("Next.js, App Router", () => {
  test.each(appRouterFiles)("%s", async (_what, files, args, file, text) => {
    const folder = await appOf("next-app-ts", files);
    const before = snapshotOf(folder);
    const whole = read(folder, "proxy.ts");
    const { code, stderr } = await protect(folder, ...args);
    expect(code, stderr).toBe(0);
    expect(read(folder, file)).toBe(text);
    const patterns = { "/teams/*": "/teams/:any2/:path*" };
    const [first = ""] = args;
    const pattern = Object.entries(patterns).find(([one]) => one === first)?.[1] ?? `${first}/:path*`;
    // A fetch would take the proxy's redirect to the sign-in page for the answer.
    const proxy = whole.replace('    "/check-your-email",\n', (line) =>
      file.endsWith("/route.ts") ? line : `${line}    "${pattern}",\n`,
    );
    expect(read(folder, "proxy.ts")).toBe(proxy);
    expect((await protect(folder, ...args)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("only insertions, in the manner of the file", async () => {
    const text =
      "export default function Page() {\r\n    const name = 'x'\r\n    return <p>{name}</p>\r\n}\r\n";
    const folder = await appOf("next-app-ts", { "app/reports/page.tsx": text });
    expect((await protect(folder, "/reports")).code).toBe(0);
    expect(read(folder, "app/reports/page.tsx")).toBe(
      `import { auth } from '@/auth'\r\n\r\n${text
        .replace("function", "async function")
        .replace("{\r\n", "{\r\n    await auth.require({ redirectTo: '/reports' })\r\n")}`,
    );
  });

  test("a client component is left to the proxy, and said to be", async () => {
    const text = `"use client";\n\n${page}`;
    const folder = await appOf("next-app-ts", { "app/reports/page.tsx": text });
    const { code, stderr } = await protect(folder, "/reports");
    expect(code).toBe(0);
    expect(stderr).toContain("app/reports/page.tsx is a client component: the proxy alone guards it.");
    expect(read(folder, "app/reports/page.tsx")).toBe(text);
    expect(read(folder, "proxy.ts")).toContain('"/reports/:path*"');
  });

  test("a page that cannot be read: file, line and what to write; nothing is written", async () => {
    const folder = await appOf("next-app-ts", {
      "app/reports/page.tsx": 'export { Page as default } from "../other";\n',
    });
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports");
    expect(code).toBe(3);
    expect(stderr).toContain("app/reports/page.tsx:1: its default export isn't a function of this file");
    expect(stderr).toContain('await auth.require({ redirectTo: "/reports" });');
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard with another requirement is a person's decision", async () => {
    const folder = await appOf("next-app-ts", { "app/reports/page.tsx": page });
    await protect(folder, "/reports");
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports", "--role", "admin");
    expect(code).toBe(3);
    expect(stderr).toContain("a guard is there that asks for something else");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a matcher that is one text becomes a list", async () => {
    const folder = await appOf("next-app-ts", {
      "app/reports/page.tsx": page,
      "proxy.ts":
        'export { auth as proxy } from "@/auth";\n\nexport const config = { matcher: "/dashboard/:path*" };\n',
    });
    expect((await protect(folder, "/reports")).code).toBe(0);
    expect(read(folder, "proxy.ts")).toContain('matcher: ["/dashboard/:path*", "/reports/:path*"] };');
  });

  test("a matcher for everything but the endpoints does already", async () => {
    const proxy =
      'export { auth as proxy } from "@/auth";\n\nexport const config = { matcher: ["/((?!api/auth|_next/static|_next/image|favicon.ico).*)"] };\n';
    const folder = await appOf("next-app-ts", { "app/reports/page.tsx": page, "proxy.ts": proxy });
    expect((await protect(folder, "/reports")).code).toBe(0);
    expect(read(folder, "proxy.ts")).toBe(proxy);
  });
});

/** Pages under cacheComponents, which may wait for the session inside Suspense only. */
const cachedPages: readonly (readonly [what: string, before: string, after: string])[] = [
  [
    "a function",
    page,
    `import { Suspense } from "react";
import { auth } from "@/auth";

async function Page() {
  await auth.require({ role: "admin", redirectTo: "/admin" });
  return <p>secret</p>;
}

export default function GuardedPage() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
`,
  ],
  [
    "by its name, with props",
    `import { Suspense } from 'react'

const Admin = async ({ searchParams }: { searchParams: Promise<object> }) => {
  return <Suspense>{JSON.stringify(await searchParams)}</Suspense>
}

// The page.
export default Admin
`,
    `import { Suspense } from 'react'
import { auth } from '@/auth'

const Admin = async ({ searchParams }: { searchParams: Promise<object> }) => {
  await auth.require({ role: 'admin', redirectTo: '/admin' })
  return <Suspense>{JSON.stringify(await searchParams)}</Suspense>
}

// The page.

export default function GuardedAdmin(props: Parameters<typeof Admin>[0]) {
  return (
    <Suspense>
      <Admin {...props} />
    </Suspense>
  )
}
`,
  ],
  [
    "a function without a name",
    "export default async function () {\n  return null;\n}\n",
    `import { Suspense } from "react";
import { auth } from "@/auth";

async function Page() {
  await auth.require({ role: "admin", redirectTo: "/admin" });
  return null;
}

export default function GuardedPage() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
`,
  ],
];
describe("N-01: Next.js with cacheComponents", () => {
  const config = {
    "next.config.ts":
      'import type { NextConfig } from "next";\n\nexport default { cacheComponents: true } satisfies NextConfig;\n',
  };
  const wanted = ["/admin", "--role", "admin"];

  test.each(cachedPages)("%s", async (_what, before, after) => {
    const folder = await appOf("next-app-ts", { ...config, "app/admin/page.tsx": before });
    const files = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...wanted);
    expect(code, stderr).toBe(0);
    expect(read(folder, "app/admin/page.tsx").replaceAll(/\n{3,}/g, "\n\n")).toBe(after);
    expect((await protect(folder, ...wanted)).stderr).toContain("Nothing to do");
    expect((await protect(folder, "/admin", "--role", "owner")).code).toBe(3);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(files);
  });

  test.each([
    ["a file that is cached", `"use cache";\n\n${page}`],
    ["a page that is cached", page.replace("{\n", '{\n  "use cache";\n')],
    ["a client component", `"use client";\n\n${page}`],
    ["an expression", "export default () => <p>secret</p>;\n"],
    ["another file's", 'export { default } from "../other";\n'],
    ["a name that is taken", `const Suspense = null;\n${page}`],
    ["a return type", "export default function Page(): JSX.Element {\n  return <p />;\n}\n"],
  ])("%s: nothing is written, and exit 3", async (_what, text) => {
    const folder = await appOf("next-app-ts", { ...config, "app/admin/page.tsx": text });
    const files = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...wanted);
    expect(code, stderr).toBe(3);
    expect(stderr).toContain('await auth.require({ role: "admin", redirectTo: "/admin" });');
    expect(stderr).not.toContain("Done.");
    expect(snapshotOf(folder)).toEqual(files);
  });

  test("the page that init writes is guarded already", async () => {
    const folder = await appOf("next-app-ts", config);
    const before = read(folder, "app/dashboard/page.tsx");
    const { code, stderr } = await protect(folder, "/dashboard");
    expect([code, stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
    expect(read(folder, "app/dashboard/page.tsx")).toBe(before);
  });
});

describe("N-01: what the proxy alone would have to guard", () => {
  const client = { "app/admin/page.tsx": `"use client";\n\n${page}` };
  const proxyOfTheirOwn = { "proxy.ts": "export function proxy() {}\n" };
  test.each([
    ["a role", client, ["--role", "admin"], 3],
    ["an age", client, ["--max-age", "60"], 3],
    ["a session", client, [], 0],
    ["a session, where the proxy is somebody else's", { ...client, ...proxyOfTheirOwn }, [], 3],
  ] as const)("a client component and %s", async (_what, files, flags, exit) => {
    const folder = await appOf("next-app-ts", files);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/admin", ...flags);
    expect(code, stderr).toBe(exit);
    if (exit === 3) expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["decides by a function", 'if (!req.auth) return Response.redirect(new URL("/", req.url));', 0],
    [
      "takes the session apart",
      "const { auth: who } = req; if (!who) return new Response(null, { status: 401 });",
      0,
    ],
    ["only looks", "console.log(req.auth);", 3],
    ["answers whoever it is", 'return Response.redirect(new URL("/", req.url));', 3],
    ["has it in a comment", '// if (!req.auth) return Response.redirect("/");', 3],
  ] as const)("RA2-A16: a session, where the proxy %s", async (_what, body, exit) => {
    const folder = await appOf("next-app-ts", client);
    const config = read(folder, "auth.ts").replace(/^.*\bauthorized\b.*\n/m, "");
    writeFileSync(path.join(folder, "auth.ts"), config);
    const proxy = `import { auth } from "./auth";\n\nexport default auth((req) => {\n  ${body}\n});\n`;
    writeFileSync(path.join(folder, "proxy.ts"), proxy);
    const { code, stderr } = await protect(folder, "/admin");
    expect(code, stderr).toBe(exit);
    expect(read(folder, "proxy.ts")).toBe(proxy);
    if (exit === 0)
      expect(stderr.replaceAll(/\s+/g, " ")).toContain(
        "app/admin/page.tsx is a client component: the proxy alone guards it, by a function of the app: see that it refuses this path.",
      );
  });

  test("PR-18: a path behind a language is guarded there, and without one where it answers too", async () => {
    const folder = await appOf("next-app-ts", { "app/[locale]/settings/page.tsx": page });
    const { code, stderr } = await protect(folder, "/settings");
    expect([code, stderr]).toEqual([0, expect.stringContaining("asks for a user before /[locale]/settings")]);
    expect(read(folder, "app/[locale]/settings/page.tsx")).toContain("await auth.require()");
    // Where the language may be left out of the address, the proxy sees it without.
    for (const pattern of ['"/:any1/settings/:path*"', '"/settings/:path*"'])
      expect(read(folder, "proxy.ts")).toContain(pattern);
    const done = snapshotOf(folder);
    expect((await protect(folder, "/settings")).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(done);

    const both = await appOf("next-app-ts", {
      "app/[lang]/settings/page.tsx": page,
      "app/settings/page.tsx": page,
    });
    expect((await protect(both, "/settings")).code).toBe(0);
    for (const file of ["app/[lang]/settings/page.tsx", "app/settings/page.tsx"])
      expect(read(both, file)).toContain("await auth.require(");
    for (const pattern of ['"/:any1/settings/:path*"', '"/settings/:path*"'])
      expect(read(both, "proxy.ts")).toContain(pattern);
  });

  test("RA2-A16: a path behind another parameter names the one to write", async () => {
    const folder = await appOf("next-app-ts", { "app/[team]/settings/page.tsx": page });
    const { code, stderr } = await protect(folder, "/settings");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('It answers at /[team]/settings: auth protect "/*/settings"'),
    ]);
    expect((await protect(folder, "/*/settings")).code).toBe(0);
    expect((await protect(folder, "/elsewhere")).stderr).toContain("It has /");
  });

  test("a session, where the proxy lets everybody through", async () => {
    const folder = await appOf("next-app-ts", client);
    const text = read(folder, "auth.ts");
    const open = text.replace(/^.*\bauthorized\b.*\n/m, "");
    expect(open).not.toBe(text);
    writeFileSync(path.join(folder, "auth.ts"), open);
    expect((await protect(folder, "/admin")).code).toBe(3);
  });

  test.each([
    'export * from "./handlers";\n',
    "export const { GET, POST } = handlers;\n",
    "export const runtime = 'nodejs';\n",
  ])("handlers that are not in sight are not guarded: %s", async (text) => {
    const folder = await appOf("next-app-ts", { "app/api/orders/route.ts": text });
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/api/orders");
    expect([code, stderr]).toEqual([3, expect.stringContaining("in sight")]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("Next.js, Pages Router", () => {
  const api = "export default function handler(req, res) {\n  res.json({});\n}\n";
  test("getServerSideProps with nothing but the guard, and one that is there", async () => {
    const own =
      "export default function Page() {\n  return null;\n}\n\nexport async function getServerSideProps() {\n  return { props: {} };\n}\n";
    const folder = await appOf("next-pages-ts", {
      "pages/reports/index.tsx": page,
      "pages/reports/own.tsx": own,
    });
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports");
    expect(code, stderr).toBe(0);
    expect(newLines(page, read(folder, "pages/reports/index.tsx"))).toEqual([
      expect.stringMatching(/^import \{ auth \} from "[^"]+";$/),
      "export const getServerSideProps = auth.require({}, () => ({ props: {} }));",
    ]);
    expect(read(folder, "pages/reports/own.tsx")).toContain(
      "export const getServerSideProps = auth.require({}, async function getServerSideProps() {\n  return { props: {} };\n});\n",
    );
    expect((await protect(folder, "/reports")).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("an API route", async () => {
    const folder = await appOf("next-pages-ts", { "pages/api/orders.js": api });
    expect((await protect(folder, "/api/orders", "--role", "admin")).code).toBe(0);
    expect(read(folder, "pages/api/orders.js")).toContain(
      'export default auth.require({ role: "admin" }, function handler(req, res) {\n  res.json({});\n});\n',
    );
    expect(read(folder, "proxy.ts")).not.toContain("orders");
  });

  test("a page that is made when the app is built", async () => {
    const text = `${page}\nexport const getStaticProps = () => ({ props: {} });\n`;
    const folder = await appOf("next-pages-ts", { "pages/reports.tsx": text });
    const { code, stderr } = await protect(folder, "/reports");
    expect(code).toBe(3);
    expect(stderr).toContain("pages/reports.tsx:1: the page is made when the app is built");
  });
});

describe("Express", () => {
  const server = {
    "express-esm-ts": "src/server.ts",
    "express-esm-js": "server.js",
    "express-cjs": "index.js",
  };
  test.each(Object.keys(server))("%s: a line behind the session", async (name) => {
    const folder = await appOf(name);
    const before = snapshotOf(folder);
    const file = Object.keys(before).find((one) => /^(?:src\/)?(?:server|index|app)\.[jt]s$/.test(one)) ?? "";
    const text = read(folder, file);
    const wanted = ["/reports", "/teams/*/settings", "--role", "admin", "--force"];
    const { code, stderr } = await protect(folder, ...wanted);
    expect(code, stderr).toBe(0);
    const more = newLines(text, read(folder, file)).map((line) => line.replaceAll("'", '"').replace(";", ""));
    expect(more.sort()).toEqual([
      'app.use(auth.require({ path: "/reports", role: "admin" }))',
      'app.use(auth.require({ path: "/teams/*/settings", role: "admin" }))',
    ]);
    expect((await protect(folder, ...wanted)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

/** What may stand in front of the session, and whether a guard goes in front of it, behind the session, or nowhere. */
const inFrontOfAll = [
  ["express-esm-js", 'app.use(express.static("public"))', "in front"],
  ["express-esm-js", 'app.use(["/"], express.static("public"))', "in front"],
  ["express-esm-js", 'app.use("/reports/files", express.static("public"))', "in front"],
  ["express-esm-js", 'app.use("/assets", express.static("public"))', "behind"],
  ["express-esm-js", "app.use(shop)", "nowhere"],
  ["express-esm-js", 'app.use("/", shop)', "nowhere"],
  ["express-esm-js", 'app.use("/shop", shop)', "behind"],
  ["express-esm-js", 'app.get("/:page", shop)', "nowhere"],
  ["express-esm-js", 'app.get("/{*any}", shop)', "nowhere"],
  ["express-esm-js", "app.get(/board/, shop)", "nowhere"],
  ["express-esm-js", 'app.get("/", shop)', "behind"],
  ["express-esm-js", 'app.use((req, res) => res.send("all"))', "nowhere"],
  ["express-esm-js", "app.use((req, res, next) => next())", "behind"],
  ["express-esm-js", "app.use(express.json()).use(shop)", "nowhere"],
  ["express-esm-js", "addPages(app)", "nowhere"],
  ["koa-js", "app.use(serve('public'))", "in front"],
  ["koa-js", "app.use(mount('/reports', shop))", "nowhere"],
  ["koa-js", "app.use(bodyParser())", "behind"],
  ["hono-js", 'app.use("/*", serveStatic({ root: "./public" }))', "in front"],
  ["hono-js", 'app.route("/", shop)', "nowhere"],
  ["hono-js", 'app.route("/shop", shop)', "behind"],
  ["h3-js", "app.use(shop)", "nowhere"],
  ["h3-js", "app.get('/reports', shop)", "behind"],
  ["fastify-ts", "await app.register(shop)", "nowhere"],
  ["fastify-ts", "await app.register(shop, { prefix: '/shop' })", "behind"],
  ["fastify-ts", "await app.register(import('@fastify/static'))", "behind"],
  ["fastify-ts", "app.register(shop)", "behind"],
] as const;
test.each(inFrontOfAll)(
  "EDG-07: %s, %s in front of the session: the guard goes %s",
  async (name, line, where) => {
    const folder = await appOf(name);
    const file = name.endsWith("-ts") ? "src/app.ts" : name === "koa-js" ? "app.js" : "server.js";
    const text = read(folder, file).replace(/^.*auth\.session/m, (found) => `${line}\n${found}`);
    writeFileSync(path.join(folder, file), text);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports", "--force");
    expect([where, code], stderr).toEqual([where, where === "nowhere" ? 3 : 0]);
    if (where === "nowhere") {
      expect(stderr).toContain("may answer below /reports: write the guard in front of it");
      expect(snapshotOf(folder)).toEqual(before);
      return;
    }
    const lines = read(folder, file).split("\n");
    const guard = lines.findIndex((one) => one.includes("auth.require({ path: "));
    expect(lines[guard + (where === "in front" ? 1 : -1)]).toContain(
      where === "in front" ? line : "auth.session",
    );
    expect((await protect(folder, "/reports", "--force")).stderr).toContain("Nothing to do");
  },
);

test("EDG-07: a guard that stands behind what answers is no guard", async () => {
  const folder = await appOf("express-esm-js");
  const text = read(folder, "server.js").replace(
    /^(.*auth\.session\).*\n)/m,
    "$1app.use(shop)\napp.use(auth.require({ path: '/reports' }))\n",
  );
  writeFileSync(path.join(folder, "server.js"), text);
  const { code, stderr } = await protect(folder, "/reports", "--force");
  expect(code, stderr).toBe(3);
  expect(stderr).toContain("app.use(shop) may answer below /reports");
});

test("EDG-04: a guard of the router's own gets one by path in front; one that asks for something else stops", async () => {
  const folder = await appOf("express-esm-js");
  const text = read(folder, "server.js").replace(
    /^(.*auth\.session\).*\n)/m,
    "$1app.use('/reports', auth.require())\n",
  );
  writeFileSync(path.join(folder, "server.js"), text);
  expect((await protect(folder, "/reports", "--force")).code).toBe(0);
  expect(newLines(text, read(folder, "server.js"))).toEqual(["app.use(auth.require({ path: '/reports' }))"]);
  writeFileSync(path.join(folder, "server.js"), text);
  const refused = await protect(folder, "/reports", "--role", "admin", "--force");
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("asks for something else")]);
});

/** Fixture, server file, and the lines for /reports and for /teams/…/settings with a role. */
const servers = [
  [
    "hono-ts",
    "src/index.ts",
    "app.use(auth.require({ path: '/reports', role: 'admin' }))",
    "app.use(auth.require({ path: '/teams/*/settings', role: 'admin' }))",
  ],
  [
    "hono-js",
    "server.js",
    'app.use(auth.require({ path: "/reports", role: "admin" }));',
    'app.use(auth.require({ path: "/teams/*/settings", role: "admin" }));',
  ],
  [
    "fastify-ts",
    "src/app.ts",
    '  app.addHook("onRequest", auth.require({ path: "/reports", role: "admin" }));',
    '  app.addHook("onRequest", auth.require({ path: "/teams/*/settings", role: "admin" }));',
  ],
  [
    "fastify-js",
    "server.js",
    "fastify.addHook('onRequest', auth.require({ path: '/reports', role: 'admin' }))",
    "fastify.addHook('onRequest', auth.require({ path: '/teams/*/settings', role: 'admin' }))",
  ],
  [
    "koa-ts",
    "src/app.ts",
    'app.use(auth.require({ path: "/reports", role: "admin" }));',
    'app.use(auth.require({ path: "/teams/*/settings", role: "admin" }));',
  ],
  [
    "h3-ts",
    "src/server.ts",
    'app.use(auth.require({ path: "/reports", role: "admin" }));',
    'app.use(auth.require({ path: "/teams/*/settings", role: "admin" }));',
  ],
  [
    "h3-js",
    "server.js",
    "app.use(auth.require({ path: '/reports', role: 'admin' }))",
    "app.use(auth.require({ path: '/teams/*/settings', role: 'admin' }))",
  ],
  [
    "koa-js",
    "app.js",
    "app.use(auth.require({ path: '/reports', role: 'admin' }));",
    "app.use(auth.require({ path: '/teams/*/settings', role: 'admin' }));",
  ],
] as const;

describe.each(servers)("%s", (name, file, ...lines) => {
  const wanted = ["/reports", "/teams/*/settings", "--role", "admin", "--force"];

  test("lines right behind the session; nothing more the second time; undo", async () => {
    const folder = await appOf(name);
    const before = snapshotOf(folder);
    const text = read(folder, file);
    const { code, stderr } = await protect(folder, ...wanted);
    expect(code, stderr).toBe(0);
    expect(newLines(text, read(folder, file))).toEqual(lines);
    expect(read(folder, file)).toMatch(/auth\.session\);?\n[^\n]*reports/);
    expect((await protect(folder, ...wanted)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard with another requirement is a person's decision", async () => {
    const folder = await appOf(name);
    expect((await protect(folder, "/reports", "--force")).code).toBe(0);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports", "--role", "admin", "--force");
    expect(code).toBe(3);
    expect(stderr).toContain("a guard is there that asks for something else");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("N-11: a path at which nothing answers is an error that names the routes", async () => {
    const folder = await appOf(name);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reprots");
    const isOpen = name.startsWith("koa");
    expect([code, stderr]).toEqual([isOpen ? 0 : 2, expect.stringContaining("answers at /reprots")]);
    if (isOpen) expect(stderr).toContain(`(${file}:`);
    else expect([stderr, snapshotOf(folder)]).toEqual([expect.stringMatching(/It has \//), before]);
  });

  test("without a line that reads the session: what to write, and nothing written", async () => {
    const folder = await appOf(name);
    const text = read(folder, file);
    writeFileSync(path.join(folder, file), text.replace(/^.*auth\.session.*\n/m, ""));
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...wanted);
    expect(code).toBe(3);
    expect(stderr).toContain(`${file}:1: no line of this file reads the session`);
    const snippet = lines[0]
      .trim()
      .replace(/^fastify/, "app")
      .replaceAll("'", '"')
      .replace(/;?$/, ";");
    expect(stderr).toContain(snippet);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

/** Something in front of the session that answers the path, or moves it. */
const inFront = [
  [
    "hono-js",
    "server.js",
    'app.get("/reports/a", (c) => c.text("a"));\n',
    "may answer below /reports: write the guard in front of it",
  ],
  ["hono-ts", "src/index.ts", "app.use(shop)\n", "may answer below /reports: write the guard in front of it"],
  [
    "h3-js",
    "server.js",
    "app.use('/reports/a', () => 'a')\n",
    "may answer below /reports: write the guard in front of it",
  ],
  [
    "koa-js",
    "app.js",
    "app.use(router.routes());\n",
    "may answer below /reports: write the guard in front of it",
  ],
  [
    "koa-ts",
    "src/app.ts",
    'app.use(mount("/reports", other));\n',
    "may answer below /reports: write the guard in front of it",
  ],
  [
    "fastify-ts",
    "src/app.ts",
    '  await app.register(pages, { prefix: "/reports" });\n',
    "may answer below /reports: write the guard in front of it",
  ],
  [
    "express-esm-js",
    "server.js",
    "app.get('/reports', page)\n",
    "may answer below /reports: write the guard in front of it",
  ],
] as const;
test.each(inFront)("%s, %s: %s %s", async (name, file, line, why) => {
  const folder = await appOf(name);
  const text = read(folder, file);
  writeFileSync(
    path.join(folder, file),
    text.replace(/^.*auth\.session/m, (found) => line + found),
  );
  const before = snapshotOf(folder);
  const { code, stderr } = await protect(folder, "/reports");
  expect(code, stderr).toBe(3);
  expect(stderr).toContain(why);
  expect(snapshotOf(folder)).toEqual(before);
});

describe("Node.js without a framework", () => {
  test.each([
    ["node-ts", "src/server.ts", 'import { auth } from "./auth.js";'],
    ["node-js", "server.js", 'const { auth } = require("./auth.js");'],
  ])("EDG-03: %s: the listener chooses by the address, so the lines are shown", async (name, file, load) => {
    const folder = await appOf(name);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/reports", "/teams/*/settings", "--role", "admin");
    expect(code).toBe(3);
    expect(stderr).toContain("/reports, /teams/*/settings: not yet guarded.");
    expect(stderr).toContain(`${file}:`);
    expect(stderr).toContain(load);
    const guard = (at: string) =>
      `if ((await auth.require(req, res, { path: "${at}", role: "admin" })) === null) return;`;
    expect(stderr).toContain(guard("/reports"));
    expect(stderr).toContain(guard("/teams/*/settings"));
    expect(stderr).not.toContain("Done.");
    expect(snapshotOf(folder)).toEqual(before);
    const text = read(folder, file);
    writeFileSync(path.join(folder, file), `${text}\n// ${guard("/reports")}\n`);
    expect((await protect(folder, "/reports", "--role", "admin")).code, "a comment is no guard").toBe(3);
    writeFileSync(
      path.join(folder, file),
      `${text}\nasync function first(req, res) {\n${guard("/reports")}\n}\n`,
    );
    expect((await protect(folder, "/reports", "--role", "admin")).stderr).toContain("Nothing to do");
    expect((await protect(folder, "/reports", "/teams/*/settings")).code).toBe(3);
  });
});

describe("what is refused, with nothing written", () => {
  const wrong = [
    ["/api/auth", 2, "holds the sign-in itself, which answers at /api/auth"],
    ["/api", 2, "holds the sign-in itself"],
    ["/", 2, "isn't a path below the app's root"],
    ["dashboard", 2, "isn't a path below the app's root"],
    ["/../etc", 2, "isn't a path below the app's root"],
    ["/a'b", 2, "isn't a path below the app's root"],
    ["/nothing-here", 2, "Nothing of this app answers at /nothing-here."],
    ["/sign-in", 2, "/sign-in is a built-in page: guards let it through"],
  ] as const;
  test.each(wrong)("%s", async (given, exit, why) => {
    const folder = await appOf("next-app-ts");
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, given);
    expect(code).toBe(exit);
    expect(stderr).toContain(why);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["--role", "a b"],
    ["--role", '"});'],
    ["--max-age", "0"],
    ["--max-age", "soon"],
    ["--factor", "password"],
    ["--factor", "two-factor"],
  ])("%s %s", async (flag, value) => {
    const folder = await appOf("next-app-ts");
    expect((await protect(folder, "/dashboard", flag, value)).code).toBe(2);
  });
});

test("beside the back office it is said which admin is meant", async () => {
  const said = async (role: string, plugins: string) => {
    const folder = await appOf("express-esm-ts");
    const file = path.join(folder, "src/auth.ts");
    const imported = 'import { admin } from "authwright/plugins/admin";\n';
    writeFileSync(
      file,
      imported + readFileSync(file, "utf8").replace("providers: [", `${plugins}providers: [`),
    );
    return (await protect(folder, "/products", "--role", role, "--force")).stderr;
  };
  const words = "have a grant in place of a role: auth users grant";
  expect(await said("admin", "plugins: [admin()],\n  ")).toContain(words);
  expect(await said("editor", "plugins: [admin()],\n  ")).not.toContain(words);
  expect(await said("admin", "")).not.toContain(words);
});

test("a role that nobody has: the command that gives it is named, until there is one", async () => {
  const folder = await appOf("express-esm-ts");
  const first = await protect(folder, "/products", "--role", "admin", "--force");
  expect(first.stderr).toContain("Nobody has the role admin yet. Who has which one: auth add-role admin");
  await runMain(folder, ["undo", "--yes"]);
  await runMain(folder, ["add-role", "admin", "--yes"]);
  expect((await protect(folder, "/products", "--role", "admin", "--force")).stderr).not.toContain(
    "Nobody has",
  );
});

describe("a second factor", () => {
  test.each([
    ["express-esm-ts", "/products", "src/server.ts"],
    ["next-app-ts", "/dashboard", "app/dashboard/page.tsx"],
    ["hono-ts", "/", "src/index.ts"],
  ])("%s: asked for once the plugin is there; again it is nothing to do; undo", async (name, at, file) => {
    const folder = await appOf(name);
    const place = at === "/" ? "/orders" : at;
    if (at === "/") {
      const text = read(folder, file).replace(
        "serve({",
        "app.get('/orders', (c) => c.text('orders'))\n\nserve({",
      );
      writeFileSync(path.join(folder, file), text);
    }
    const flags = [place, "--factor", "two-factor", "--max-age", "300"];
    const refused = await protect(folder, ...flags);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("auth add-plugin two-factor"),
    ]);
    await runMain(folder, ["add-plugin", "two-factor", "--adapter", "kysely", "--no-install"]);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...flags);
    expect(code, stderr).toBe(0);
    expect(read(folder, file)).toMatch(
      /require\(\{ (?:path: ["'][^"']+["'], )?factor: ["']two-factor["'], maxAge: 300/,
    );
    expect((await protect(folder, ...flags)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

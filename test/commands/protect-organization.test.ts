/** `auth protect --organization`: what it writes in each framework, that it compiles, and what it refuses. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { typeErrors } from "../support/type-check.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

async function done(folder: string, ...args: string[]) {
  const { code, stderr } = await runMain(folder, [...args, "--yes"]);
  expect(code, stderr).toBe(0);
}

/** A project with sign-in and the plugin, and further files. */
async function appOf(name: string, files: Files = {}): Promise<string> {
  const folder = copyProject(name);
  await done(folder, "init", "--no-install");
  write(folder, files);
  if (name === "hono-workers") addByHand(folder);
  else await done(folder, "add-plugin", "organizations", "--adapter", "kysely", "--no-install");
  return folder;
}

/** The command knows no store for a worker that keeps the rows of plugins. */
function addByHand(folder: string): void {
  const config = read(folder, "src/auth.ts");
  const plugin = 'plugins: [organizations({ roles: { owner: ["*"], admin: [] }, create: "everybody" })],';
  const imported = 'import { organizations } from "authwright/plugins/organizations";';
  write(folder, { "src/auth.ts": `${imported}\n${config.replace("providers:", `${plugin}\n  providers:`)}` });
}

const protect = (folder: string, ...args: string[]) => runMain(folder, ["protect", "--yes", ...args]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const asTeam = ["--organization", "team", "--role", "admin"];

const page = "export default function Page() {\n  return <p>secret</p>;\n}\n";
const handler = "export async function GET() {\n  return new Response();\n}\n";
const controller = `import { Controller, Get } from '@nestjs/common';

@Controller('teams/:slug')
export class Teams {
  @Get()
  one() {
    return 1;
  }
}
`;

interface Shape {
  readonly project: string;
  readonly files?: Files;
  readonly paths?: readonly string[];
  /** Where the guard goes, and the line that it is, in double quotes. */
  readonly file: string;
  readonly guard: string;
  /** A guard for anybody who is signed in, which a person has written there. */
  readonly before?: (folder: string) => Promise<unknown>;
}

const byPath = '{ path: "/teams/:team", organization: "team", role: "admin" }';
const used = (project: string, file: string): Shape => ({
  project,
  file,
  guard: `app.use(auth.require(${byPath}))`,
});

const shapes: readonly Shape[] = [
  used("express-esm-ts", "src/server.ts"),
  used("express-cjs", "app.js"),
  used("hono-ts", "src/index.ts"),
  used("hono-js", "server.js"),
  used("hono-bun", "src/index.ts"),
  used("hono-workers", "src/index.ts"),
  used("koa-ts", "src/app.ts"),
  used("koa-js", "app.js"),
  used("h3-ts", "src/server.ts"),
  used("h3-js", "server.js"),
  {
    project: "fastify-ts",
    file: "src/app.ts",
    guard: `app.addHook("onRequest", auth.require(${byPath}))`,
  },
  {
    project: "fastify-js",
    file: "server.js",
    guard: `fastify.addHook("onRequest", auth.require(${byPath}))`,
  },
  { project: "nitro-ts", file: "middleware/teams-any.ts", guard: `export default auth.require(${byPath})` },
  {
    project: "nuxt-ts",
    file: "nuxt.config.ts",
    guard: '"/teams/*/**": { auth: { organization: "*", role: "admin" } }',
  },
  { project: "sveltekit-ts", file: "src/hooks.server.ts", guard: `auth.require(${byPath})` },
  {
    project: "sveltekit-ts",
    files: { "src/routes/teams/[slug]/+page.svelte": "<p>x</p>\n" },
    file: "src/routes/teams/[slug]/+page.server.ts",
    guard: 'await locals.auth.require({ organization: "slug", role: "admin" })',
  },
  {
    project: "next-app-ts",
    files: { "app/teams/[slug]/page.tsx": page },
    file: "app/teams/[slug]/page.tsx",
    guard: 'await auth.require({ organization: { slug: (await params).slug }, role: "admin" })',
  },
  {
    project: "next-app-ts",
    files: { "app/api/teams/[team]/route.ts": handler },
    paths: ["/api/teams/[team]"],
    file: "app/api/teams/[team]/route.ts",
    guard: 'export const GET = auth.require({ organization: "team", role: "admin" }, async function GET() {',
  },
  {
    project: "next-pages-ts",
    files: { "pages/teams/[slug].tsx": page },
    file: "pages/teams/[slug].tsx",
    guard:
      'export const getServerSideProps = auth.require({ organization: "slug", role: "admin" }, () => ({ props: {} }))',
  },
  {
    project: "next-pages-ts",
    files: { "pages/api/teams/[team].js": "export default (req, res) => res.json({});\n" },
    paths: ["/api/teams/:team"],
    file: "pages/api/teams/[team].js",
    guard: 'export default auth.require({ organization: "team", role: "admin" }, (req, res) => res.json({}))',
  },
  ...["nest11-ts", "nest12-ts"].map((project) => ({
    project,
    files: { "src/teams.controller.ts": controller },
    file: "src/teams.controller.ts",
    guard: '@Require({ organization: "slug", role: "admin" })\n@Controller("teams/:slug")',
  })),
];

const plain = (text: string) => text.replaceAll("'", '"');

describe.each(shapes)("$project, $file", ({ project, files, paths = ["/teams/:team"], file, guard }) => {
  const args = (...more: string[]) => [...paths, ...more, ...(files === undefined ? ["--force"] : [])];

  test("the guard; nothing more the second time; undo", async () => {
    const folder = await appOf(project, files);
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...args(...asTeam));
    expect(code, stderr).toBe(0);
    expect(plain(read(folder, file))).toContain(guard);
    const written = snapshotOf(folder);
    expect((await protect(folder, ...args(...asTeam))).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(written);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard that is there without an organisation is told, and nothing is written", async () => {
    const folder = await appOf(project, files);
    const any = paths.map((one) => one.replace(/:team|\[team\]/, "*"));
    await done(folder, "protect", ...args().map((one) => any[paths.indexOf(one)] ?? one));
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, ...args(...asTeam));
    expect(code, stderr).toBe(3);
    expect(stderr).not.toContain("Done.");
    expect(stderr).toMatch(/asks for no organisation|a file with other content|there is a rule for/);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test.each(["node-ts", "node-js"])("%s: the line to write", async (name) => {
  const folder = await appOf(name);
  const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
  expect(code).toBe(3);
  expect(stderr).toContain(`if ((await auth.require(req, res, ${byPath})) === null) return;`);
});

/** Pages of Next.js as people write them: what the guard asks there; or why a person writes it. */
const pages: readonly (readonly [what: string, text: string, asked: string])[] = [
  ["no props", page, "(await params).team"],
  [
    "its params",
    page.replace("Page()", "Page({ params }: { params: Promise<{ team: string }> })"),
    "(await params).team",
  ],
  [
    "its params by another name",
    page.replace("Page()", "Page({ params: given }: { params: Promise<{ team: string }> })"),
    "(await given).team",
  ],
  [
    "other props",
    page.replace("Page()", "Page({ searchParams }: { searchParams: Promise<object> })"),
    "(await params).team",
  ],
  ["no props of those", page.replace("Page()", "Page({}: {})"), "(await params).team"],
  [
    "all props",
    page.replace("Page()", "Page(props: { params: Promise<{ team: string }> })"),
    "(await props.params).team",
  ],
  [
    "the rest of its props, which it hands on",
    page
      .replace("Page()", "Page({ ...props }: { params: Promise<{ team: string }> })")
      .replace("<p>secret</p>", "<p {...props}>secret</p>"),
    "(await props.params).team",
  ],
  [
    "the rest beside others, of a type without params",
    page
      .replace("Page()", "Page({ searchParams, ...rest }: { searchParams: Promise<object> })")
      .replace("return", "void [searchParams, rest];\n  return"),
    "(await rest.params).team",
  ],
  [
    "an arrow function",
    "const Page = () => {\n  return <p>secret</p>;\n};\n\nexport default Page;\n",
    "(await params).team",
  ],
];

const byHand: readonly (readonly [why: string, text: string])[] = [
  ["the name `params` is taken", page.replace("{\n", "{\n  const params = 1;\n  void params;\n")],
  ["takes its params apart", page.replace("Page()", "Page({ params: { id } }: any)")],
  ["the type of its props is not written here", page.replace("Page()", "Page({ searchParams }: Props)")],
  ["takes its props apart", page.replace("Page()", "Page([one]: any)")],
];

/** A page with a guard of a person's. */
const guarded = (organization: string, props: string, before = "") =>
  `import { auth } from "@/auth";\n\nexport default async function Page(${props}) {\n  ${before}await auth.require({ organization: ${organization}, role: "admin" });\n  return <p>secret</p>;\n}\n`;

/** Guards for another organisation than that of the address, or for none. */
const foreign: readonly (readonly [organization: string, why: string])[] = [
  ["undefined", "asks for no organisation"],
  ['{ slug: "public" }', "asks for something else"],
  ["{ slug: (await props.searchParams).team }", "asks for something else"],
  ["{ slug: (await props.params).other }", "asks for something else"],
  ["{ slug: (await outside.params).team }", "asks for something else"],
  ["{ slug: (await props.params).team, ...outside }", "asks for something else"],
  ['{ slug: (await props.params).team ?? "public" }', "asks for something else"],
  ['{ header: "x-team" }', "asks for something else"],
];

/** Ways to take the parameter. */
const own: readonly (readonly [props: string, organization: string, before?: string])[] = [
  ["{ params }: any", "{ slug: (await params).team }"],
  ["{ params: { team } }: any", "{ slug: team }"],
  ["props: any", '{ slug: (await props.params)["team"] }'],
  ["{ ...rest }: any", "{ slug: (await rest.params).team }"],
  ["{ params }: any", "{ slug }", "const { team: slug } = await params;\n  "],
  ["props: any", "{ slug: team }", "const params = await props.params;\n  const team = params.team;\n  "],
];

/** What a page renders its guarded component by. */
const components: readonly (readonly [rendered: string, code: number])[] = [
  ["<Team {...props} />", 0],
  ["<Team params={props.params} />", 0],
  ["<Team {...props} params={props.searchParams} />", 3],
  ["<Team {...props.other} />", 3],
];

describe("pages of Next.js", () => {
  test("each compiles with its guard", { timeout: 60_000 }, async () => {
    const files = Object.fromEntries(pages.map(([, text], at) => [`app/teams/[team]/p${at}/page.tsx`, text]));
    const folder = await appOf("next-app-ts", files);
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    for (const [at, [what, , asked]] of pages.entries())
      expect(read(folder, `app/teams/[team]/p${at}/page.tsx`), what).toContain(
        `await auth.require({ organization: { slug: ${asked} }, role: "admin" });`,
      );
    linkPackages(folder);
    expect(typeErrors(folder, { flags: ["--skipLibCheck"] })).toBe("");
    // The types of organizations.ts reach the guard.
    const file = "app/teams/[team]/p0/page.tsx";
    write(folder, { [file]: read(folder, file).replace('"admin"', '"admn"') });
    expect(typeErrors(folder, { flags: ["--skipLibCheck"] })).toContain('"admn"');
  });

  test.each(byHand)("%s: nothing is written", async (why, text) => {
    const folder = await appOf("next-app-ts", { "app/teams/[team]/page.tsx": text });
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining(why)]);
    expect(stderr).toContain('organization: { slug: (await params).team }, role: "admin" }');
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([...foreign])("%s: a person writes it", async (asked, why) => {
    const text = guarded(asked, "props: { params: Promise<{ team: string }>; searchParams: Promise<any> }");
    const folder = await appOf("next-app-ts", { "app/teams/[team]/page.tsx": text });
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining(why)]);
    expect(stderr).not.toContain("Done.");
    expect(read(folder, "app/teams/[team]/page.tsx")).toBe(text);
  });

  test("its own parameter, however it is taken, is enough", async () => {
    const files = Object.fromEntries(
      own.map(([props, asked, before = ""], at) => [
        `app/teams/[team]/p${at}/page.tsx`,
        guarded(asked, props, before),
      ]),
    );
    const folder = await appOf("next-app-ts", files);
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    for (const [file, text] of Object.entries(files)) expect(read(folder, file)).toBe(text);
  });

  test.each(components)("under Suspense, %s: exit %i", async (rendered, code) => {
    const component = guarded("{ slug: (await params).team }", "{ params }: any").replace(
      "export default async function Page",
      "async function Team",
    );
    const text = `${component}\nexport default function Page(props: any) {\n  return ${rendered};\n}\n`;
    const folder = await appOf("next-app-ts", {
      "next.config.ts": "export default { cacheComponents: true };\n",
      "app/teams/[team]/page.tsx": text,
    });
    expect((await protect(folder, "/teams/:team", ...asTeam)).code).toBe(code);
    expect(read(folder, "app/teams/[team]/page.tsx")).toBe(text);
  });

  test("before Next.js 15 parameters are no promise", async () => {
    const given = page.replace("Page()", "Page({ params: { team } }: { params: { team: string } })");
    const folder = await appOf("next-app-ts", {
      "app/teams/[team]/page.tsx": page,
      "app/teams/[team]/b/page.tsx": given,
    });
    const manifest = JSON.parse(read(folder, "package.json"));
    manifest.dependencies.next = "14.2.0";
    write(folder, { "package.json": JSON.stringify(manifest) });
    expect((await protect(folder, "/teams/:team", ...asTeam)).code).toBe(0);
    expect(read(folder, "app/teams/[team]/page.tsx")).toContain("slug: params.team }");
    expect(read(folder, "app/teams/[team]/page.tsx")).toContain("{ params: { team: string } }");
    expect(read(folder, "app/teams/[team]/b/page.tsx")).toContain("slug: team }");
  });

  test("under Suspense the component is handed the parameters", async () => {
    const folder = await appOf("next-app-ts", {
      "next.config.ts": "export default { cacheComponents: true };\n",
      "app/teams/[team]/page.tsx": page,
    });
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    const text = read(folder, "app/teams/[team]/page.tsx");
    expect(text).toContain("async function Page({ params }: { params: Promise<{ team: string }> }) {");
    expect(text).toContain("export default function GuardedPage(props: Parameters<typeof Page>[0]) {");
    expect(text).toContain("<Page {...props} />");
  });

  test("behind a language, and where a list of parts is in the way", async () => {
    const folder = await appOf("next-app-ts", { "app/[locale]/teams/[team]/page.tsx": page });
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    expect(read(folder, "app/[locale]/teams/[team]/page.tsx")).toContain("slug: (await params).team }");
    const lists = await appOf("next-app-ts", { "app/teams/[...team]/page.tsx": page });
    const refused = await protect(lists, "/teams/:team", ...asTeam);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining("has no one part of its own for the organisation"),
    ]);
  });
});

/** The packages of this repository, for the compiler. */
function linkPackages(folder: string): void {
  const home = path.join(folder, "node_modules");
  mkdirSync(home);
  for (const name of readdirSync(path.join(projectRoot, "node_modules")))
    if (!name.startsWith("."))
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(home, name));
  symlinkSync(projectRoot, path.join(home, "authwright"));
}

describe("a word where the organisation stands", () => {
  test("a guard by path closes the route, and says so", async () => {
    const folder = await appOf("express-esm-ts");
    const server = read(folder, "src/server.ts").replace(
      "app.listen",
      'app.get("/teams/new", (_req, res) => void res.send("new"));\napp.get("/teams/:id", (_req, res) => void res.send("one"));\n\napp.listen',
    );
    write(folder, { "src/server.ts": server });
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    expect(stderr.replaceAll(/\s+/g, " ")).toMatch(
      /\/teams\/new \(src\/server\.ts:\d+\) is below the path too, and is closed/,
    );
    expect(stderr).not.toContain("/teams/:id");
  });

  test("a guard at routes leaves it out", async () => {
    const folder = await appOf("next-app-ts", {
      "app/teams/[team]/page.tsx": page,
      "app/teams/new/page.tsx": page,
    });
    const { code, stderr } = await protect(folder, "/teams/:team", ...asTeam);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("/teams/new (app/teams/new/page.tsx:1) belongs to no organisation");
    expect(read(folder, "app/teams/new/page.tsx")).toBe(page);
  });

  test("Nest: handlers whose parameter has another name get it, and one with a word gets none", async () => {
    const text = controller
      .replace("teams/:slug", "teams")
      .replace(
        "@Get()",
        "@Get('new')\n  make() {\n    return 1;\n  }\n\n  @Get(':id/x')\n  x() {\n    return 1;\n  }\n\n  @Get([':a', ':b'])\n  two() {\n    return 1;\n  }\n\n  @Get(':team')",
      );
    const folder = await appOf("nest12-ts", { "src/teams.controller.ts": text });
    const refused = await protect(folder, "/teams/:team", ...asTeam);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("no one part of its own")]);
    write(folder, { "src/teams.controller.ts": text.replace("[':a', ':b']", "':a/y'") });
    expect((await protect(folder, "/teams/:team", ...asTeam)).code).toBe(0);
    const written = read(folder, "src/teams.controller.ts").split("\n");
    const above = (route: string) => written[written.findIndex((line) => line.includes(route)) - 1];
    expect(above("@Get(':id/x')")).toContain("@Require({ organization: 'id', role: 'admin' })");
    expect(above("@Get(':a/y')")).toContain("@Require({ organization: 'a', role: 'admin' })");
    expect(above("@Get('new')")).not.toContain("@Require");
  });
});

describe("what is refused, with nothing written", () => {
  const wrong: readonly (readonly [args: string, why: string])[] = [
    ["/teams/* --organization team", "/teams/* has no part that is called team"],
    ["/teams/:club --organization team", "/teams/:club has no part that is called team"],
    ["/teams/:team --organization team --role admn", "no role admn. They have: owner, admin, member"],
    ["/teams/:team --organization team --role admin,admn", "no role admn"],
    [
      "/teams/:team --organization team --can invoice:pya",
      "no permission invoice:pya. They have: invoice:read, member:invite",
    ],
    ["/teams/:team --organization team --can member:*", "isn't a valid permission"],
    ["/teams/:team --can invoice:read", "--can asks a role of an organisation"],
    ["/teams/:team --organization team --role ,", "isn't a valid role name"],
  ];
  test("names and roles", async () => {
    const folder = await appOf("express-esm-ts");
    const before = snapshotOf(folder);
    for (const [args, why] of wrong) {
      const { code, stderr } = await protect(folder, ...args.split(" "), "--force");
      expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(why)]);
    }
    expect(snapshotOf(folder)).toEqual(before);
    expect(
      (
        await protect(
          folder,
          "/teams/:team",
          "--organization",
          "team",
          "--can",
          "member:role,invoice:read",
          "--role",
          "owner,admin",
          "--force",
        )
      ).code,
    ).toBe(0);
    expect(read(folder, "src/server.ts")).toContain(
      'organization: "team", role: ["owner", "admin"], can: ["member:role", "invoice:read"] }));',
    );
  });

  test("without the plugin", async () => {
    const folder = copyProject("express-esm-ts");
    await done(folder, "init", "--no-install");
    const before = snapshotOf(folder);
    const { code, stderr } = await protect(folder, "/teams/:team", "--organization", "team", "--force");
    expect([code, stderr]).toEqual([2, expect.stringContaining("auth add-plugin organizations")]);
    expect(snapshotOf(folder)).toEqual(before);
    // No organisation could be meant.
    expect((await protect(folder, "/teams/:team", "--role", "admin", "--force")).code).toBe(0);
  });

  test("roles that are not in sight are the app's own affair", async () => {
    const folder = await appOf("express-esm-ts");
    const file = "src/organizations.ts";
    write(folder, {
      [file]:
        'import { shared } from "@acme/roles";\n\nexport const roles = { owner: ["*"], ...shared } as const;\n',
    });
    expect(
      (await protect(folder, "/teams/:team", "--organization", "team", "--role", "clerk", "--force")).code,
    ).toBe(0);
  });

  test("a role beside a named part: which one is meant", async () => {
    const folder = await appOf("express-esm-ts");
    const before = snapshotOf(folder);
    const args = ["/teams/:team", "--role", "admin", "--force"];
    const { code, stderr } = await protect(folder, ...args);
    expect(code).toBe(2);
    const lines = [...stderr.matchAll(/auth (protect "[^\n]*)/g)].map(([, line = ""]) => line.trim());
    expect(lines).toEqual([
      'protect "/teams/:team" --organization team --role admin',
      'protect "/teams/*" --role admin',
    ]);
    expect(snapshotOf(folder)).toEqual(before);
    const { stdout } = await protect(folder, ...args, "--json");
    expect(JSON.parse(stdout).next.map(({ command }: { command: string }) => command)).toEqual(
      lines.map((line) => `npx --no authwright ${line}`),
    );
    // Each of the two is taken as it stands.
    for (const line of lines) {
      const words = line.replaceAll('"', "").split(" ");
      const run = await runMain(folder, [...words, "--yes", "--force"]);
      expect(run.code, run.stderr).toBe(0);
      await runMain(folder, ["undo", "--yes"]);
    }
  });

  test("a rule of Nuxt has one star", async () => {
    const folder = await appOf("nuxt-ts");
    const { code, stderr } = await protect(folder, "/teams/:team/bills/*", ...asTeam, "--force");
    expect([code, stderr]).toEqual([2, expect.stringContaining("one star")]);
  });
});

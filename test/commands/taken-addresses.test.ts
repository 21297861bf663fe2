/** `auth init` beside files and routes that answer already: nothing is written at an address that is taken. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openFiles } from "../../src/cli/project/files.js";
import { detect } from "../../src/commands/steps/detect.js";
import { fileAt as nextFileAt } from "../../src/templates/frameworks/next/routes.js";
import { routesIn } from "../../src/templates/frameworks/nitro/place.js";
import { fileAt as nuxtFileAt } from "../../src/templates/frameworks/nuxt/place.js";
import { routeAt } from "../../src/templates/frameworks/sveltekit/place.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

const put = (folder: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

const page = "export default function Own() { return null; }\n";
const authNext =
  'import { FrameworkAuth } from "authwright/next";\n\nexport const { handlers, auth } = FrameworkAuth({ providers: [] });\n';
const authOf = (framework: string): string =>
  `import { createAuth } from "authwright/${framework}";\n\nexport const auth = createAuth({ providers: [] });\n`;

interface Step {
  readonly kind: string;
  readonly path?: string;
  readonly status: string;
}

/** The files that `auth init` writes whole. */
async function created(folder: string, ...more: string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runMain(folder, [
    "init",
    "--yes",
    "--no-install",
    "--json",
    ...more,
  ]);
  expect(code, stderr).toBe(0);
  const { plan } = JSON.parse(stdout) as { plan: { steps: readonly Step[] } };
  return plan.steps.flatMap(({ kind, path: file = "", status }) =>
    kind === "create" && status === "todo" ? [file] : [],
  );
}

// Where the page of the app's own stands, with what else its project needs.
const ownPages: readonly [string, string, string, Readonly<Record<string, string>>?][] = [
  ["next-app-ts", "a group", "app/(site)/dashboard/page.tsx"],
  ["next-app-ts", "groups in groups", "app/(site)/(inner)/dashboard/page.jsx"],
  ["next-app-ts", "a slot", "app/@side-bar/dashboard/page.tsx"],
  ["next-app-ts", "a route handler", "app/(api)/dashboard/route.ts"],
  ["next-app-ts", "an optional catch-all", "app/(site)/dashboard/[[...tab]]/page.tsx"],
  ["next-app-ts", "the Pages Router beside it", "pages/dashboard/index.tsx"],
  [
    "next-app-ts",
    "pageExtensions",
    "app/(site)/dashboard/page.mdx",
    { "next.config.ts": 'export default { pageExtensions: ["tsx", "ts", "mdx"] };\n' },
  ],
  ["next-pages-ts", "a folder", "pages/dashboard/index.tsx"],
  ["next-pages-ts", "an optional catch-all", "pages/dashboard/[[...tab]].tsx"],
  [
    "next-pages-ts",
    "pageExtensions",
    "pages/dashboard/index.page.tsx",
    {
      "next.config.ts": 'export default { pageExtensions: ["page.tsx", "page.ts"] };\n',
      "pages/api/auth/[...auth].page.ts":
        'import { handlers } from "@/auth";\nexport default handlers.pages;\n',
    },
  ],
  ["next-pages-ts", "the App Router beside it", "app/(site)/dashboard/page.tsx"],
  ["next-pages-src-js", "a folder in src", "src/pages/dashboard/index.jsx"],
  ["sveltekit-ts", "a group", "src/routes/(site)/dashboard/+page.svelte"],
  ["sveltekit-ts", "an endpoint", "src/routes/(api)/dashboard/+server.ts"],
  ["sveltekit-ts", "the rest of an address", "src/routes/dashboard/[...rest]/+page.svelte"],
  ["nuxt-ts", "a group", "app/pages/(site)/dashboard.vue"],
  ["nuxt-ts", "a page in TSX", "app/pages/dashboard.tsx"],
  ["nuxt-ts", "a page of the browser alone", "app/pages/dashboard.client.vue"],
  ["nuxt-ts", "an optional language", "app/pages/[[lang]]/dashboard/index.vue"],
  ["nuxt-ts", "a route of the server", "server/routes/dashboard/index.get.ts"],
  ["nitro-ts", "a group", "routes/(site)/dashboard.get.ts"],
  ["nitro-ts", "a catch-all", "routes/dashboard/[...].ts"],
];

const authFiles: Readonly<Record<string, readonly [string, string]>> = {
  "next-app-ts": ["auth.ts", authNext],
  "next-pages-ts": ["auth.ts", authNext],
  "sveltekit-ts": ["src/lib/server/auth.ts", authOf("sveltekit")],
  "nuxt-ts": ["server/auth.ts", authOf("nuxt/server")],
};

/** What a framework takes for the answer at an address. */
const answering: Readonly<Record<string, (folder: string) => string | undefined>> = {
  next: (folder) => nextFileAt(detect(folder), "/dashboard"),
  sveltekit: (folder) => {
    const route = routeAt(openFiles(folder), "/dashboard");
    return route?.page ?? route?.endpoint;
  },
  nuxt: (folder) => nuxtFileAt(openFiles(folder), "/dashboard"),
  nitro: (folder) => routesIn(openFiles(folder), "").find(({ address }) => address === "/dashboard")?.file,
};

it("CL-21: what answers at /dashboard, as the framework reads the names of files", () => {
  for (const [project, what, own, more = {}] of ownPages) {
    const folder = copyProject(project);
    put(folder, own, page);
    for (const [file, content] of Object.entries(more)) put(folder, file, content);
    const [framework = ""] = project.split("-");
    expect(answering[framework]?.(folder), `${project}: ${what}`).toBe(own);
  }
});

describe("CL-21: beside a configuration by hand, no second file at /dashboard", () => {
  it.each([
    ["next-app-ts", "app/(site)/dashboard/page.tsx"],
    ["next-pages-ts", "pages/dashboard/index.tsx"],
    ["sveltekit-ts", "src/routes/(api)/dashboard/+server.ts"],
    ["nuxt-ts", "app/pages/(site)/dashboard.vue"],
  ])("%s: %s", async (project, own) => {
    const folder = copyProject(project);
    const [authFile, text] = authFiles[project] ?? ["", ""];
    put(folder, authFile, text);
    put(folder, own, page);
    const files = await created(folder);
    expect(files.filter((file) => file.includes("dashboard"))).toEqual([]);
    expect(files.filter((file) => file.startsWith("proxy"))).toEqual([]);
    expect(readFileSync(path.join(folder, own), "utf8")).toBe(page);
  });
});

describe("CL-21: a first run", () => {
  it.each([
    ["next-app-ts", "app/(site)/dashboard/[[...tab]]/page.tsx", "app/my-dashboard/page.tsx"],
    ["sveltekit-ts", "src/routes/dashboard/[...rest]/+page.svelte", "src/routes/my-dashboard/+page.svelte"],
    ["nuxt-ts", "app/pages/[[lang]]/dashboard.vue", "app/pages/my-dashboard.vue"],
  ])("%s: with %s the example is %s", async (project, own, example) => {
    const folder = copyProject(project);
    put(folder, own, page);
    const files = await created(folder);
    expect(files.filter((file) => file.includes("dashboard") && !file.endsWith(".server.ts"))).toEqual([
      example,
    ]);
    expect(await created(folder)).toEqual([]);
  });

  it("the root layout in the folder of a language: the page there stays alone", async () => {
    const folder = copyProject("next-app-ts");
    put(folder, "app/[lang]/layout.tsx", page);
    rmSync(path.join(folder, "app/layout.tsx"));
    rmSync(path.join(folder, "app/page.tsx"));
    put(folder, "app/[lang]/(site)/dashboard/page.tsx", page);
    expect((await created(folder)).filter((file) => file.includes("dashboard"))).toEqual([]);
  });

  it("pages that show another address in place take none", async () => {
    const folder = copyProject("next-app-ts");
    put(folder, "auth.ts", authNext);
    put(folder, "app/@modal/(.)dashboard/page.tsx", page);
    expect(await created(folder)).toContain("app/dashboard/page.tsx");
  });

  it("with folders at the top and in src, Next.js takes the one at the top", async () => {
    const folder = copyProject("next-app-ts");
    put(folder, "src/app/page.tsx", page);
    expect(await created(folder)).toContain("app/dashboard/page.tsx");
  });
});

describe("CL-21: the endpoints", () => {
  it.each([
    "app/(backend)/api/auth/[...auth]/route.ts",
    "app/(backend)/api/auth/[[...all]]/route.ts",
    "app/api/auth/[...nextauth]/route.js",
  ])("are not written beside %s", async (file) => {
    const folder = copyProject("next-app-ts");
    put(folder, "auth.ts", authNext);
    put(folder, file, 'import { handlers } from "@/auth";\nexport const { GET, POST } = handlers;\n');
    expect((await created(folder)).filter((one) => one.includes("api/auth"))).toEqual([]);
  });

  it("a file of the other router at their address is a conflict", async () => {
    const folder = copyProject("next-app-ts");
    put(folder, "pages/api/auth/[...nextauth].ts", page);
    const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
    expect(code).toBe(3);
    expect(stderr).toContain("pages/api/auth/[...nextauth].ts");
  });

  it("doctor --fix does not write them beside a route of another name", async () => {
    const folder = copyProject("next-app-ts");
    put(folder, "auth.ts", authNext);
    put(folder, "app/(x)/api/auth/[...slug]/route.ts", "export const GET = () => new Response();\n");
    const { stdout } = await runMain(folder, ["doctor", "--fix", "--dry-run", "--json"]);
    const { plan } = JSON.parse(stdout) as { plan?: { steps: readonly Step[] } };
    expect((plan?.steps ?? []).filter(({ path: file = "" }) => file.includes("api/auth"))).toEqual([]);
  });

  it("/.well-known/ of the app's own is a conflict, whatever its parameter is called", async () => {
    const folder = copyProject("next-app-ts");
    const file = "app/(x)/.well-known/[file]/route.ts";
    put(folder, file, "export const GET = () => new Response();\n");
    const { code, stderr } = await runMain(
      folder,
      "init --yes --no-install --plugin password --adapter kysely".split(" "),
    );
    expect(code).toBe(3);
    expect(stderr).toContain(file);
  });
});

describe("CL-21: routes in code", () => {
  const route = 'app.get("/dashboard", (_req, res) => void res.send("mine"));\n';

  it("a second run that mounts again leads the example to a free address", async () => {
    const folder = copyProject("express-esm-ts");
    const file = path.join(folder, "src/server.ts");
    const before = readFileSync(file, "utf8");
    await created(folder);
    writeFileSync(file, before.replace("app.listen", `${route}\napp.listen`));
    expect(await created(folder)).toEqual([]);
    expect(readFileSync(file, "utf8")).toContain('app.get("/my-dashboard", auth.require(), dashboardPage);');
  });

  it("the example of ours takes no address from itself", async () => {
    const folder = copyProject("express-esm-ts");
    await created(folder);
    rmSync(path.join(folder, ".env"));
    const { stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
    expect(stderr).toContain("/dashboard");
    expect(stderr).not.toContain("/my-dashboard");
  });
});

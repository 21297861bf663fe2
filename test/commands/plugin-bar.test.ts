/** `auth add-plugin admin` shows who acts for whom above every page, and `auth remove-plugin` takes it back. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { inEveryRun } from "../support/every-run.js";

afterEach(removeProjects);

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (folder: string, file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
/** Every file but the journals, which remember each command, and migrations, which stay. */
const tree = (folder: string) =>
  Object.fromEntries(
    Object.entries(snapshotOf(folder)).filter(([file]) => !/^(?:\.auth|migrations)/.test(file)),
  );

async function run(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runMain(folder, args);
  expect(code, stdout + stderr).toBe(0);
  return stderr;
}

async function begun(project: string, files: Readonly<Record<string, string>> = {}, ...more: string[]) {
  const folder = copyProject(project);
  for (const [file, text] of Object.entries(files)) write(folder, file, text);
  await run(folder, "init", "--yes", "--no-install", ...more);
  await run(folder, "add-adapter", "pg", "--yes", "--no-install");
  return folder;
}

const add = (folder: string, ...plugins: string[]) =>
  run(folder, "add-plugin", ...plugins, "--no-install", "--transport", "none");

const pages = (inside: string, imports = "") =>
  `import type { AppProps } from "next/app";\n${imports}\nexport default function App({ Component, pageProps }: AppProps) {\n  return ${inside};\n}\n`;
const kit = (script: string, markup: string) => `${script}${markup}`;
const reads = "{@render children()}\n";

/** A layout as the app has it, and what the command adds to its lines. */
const layouts: Readonly<
  Record<string, readonly [project: string, file: string, text: string | undefined, lines: readonly string[]]>
> = {
  "Next.js, no import yet": [
    "next-app-ts",
    "app/layout.tsx",
    undefined,
    ['import { ImpersonationBar } from "authwright/react"', "<body><ImpersonationBar />{children}</body>"],
  ],
  "Next.js, children on lines of their own": [
    "next-app-ts",
    "app/layout.tsx",
    "import './globals.css'\n\nexport default function RootLayout({ children }) {\n  return (\n    <html lang='en'>\n      <body className='dark'>\n        <Header />\n        {children}\n      </body>\n    </html>\n  )\n}\n",
    ["import { ImpersonationBar } from 'authwright/react'", "<ImpersonationBar />"],
  ],
  "Next.js, below a provider": [
    "next-app-ts",
    "app/providers.tsx",
    '"use client";\nimport { SessionProvider } from "authwright/react";\n\nexport const Providers = ({ children }: { children: React.ReactNode }) => (\n  <SessionProvider>\n    {children}\n  </SessionProvider>\n);\n',
    ['import { ImpersonationBar } from "authwright/react";', "<ImpersonationBar />"],
  ],
  "Next.js, Windows line breaks": [
    "next-app-ts",
    "app/layout.tsx",
    'import "./globals.css";\r\n\r\nexport default function RootLayout({ children }: { children: React.ReactNode }) {\r\n\treturn (\r\n\t\t<html>\r\n\t\t\t<body>\r\n\t\t\t\t{children}\r\n\t\t\t</body>\r\n\t\t</html>\r\n\t);\r\n}\r\n',
    ['import { ImpersonationBar } from "authwright/react";', "<ImpersonationBar />"],
  ],
  "Pages Router": [
    "next-pages-ts",
    "pages/_app.tsx",
    undefined,
    [
      'import { ImpersonationBar } from "authwright/react";',
      "return <>",
      "<ImpersonationBar />",
      "<Component {...pageProps} />",
      "</>;",
    ],
  ],
  "Pages Router, below a provider": [
    "next-pages-ts",
    "pages/_app.tsx",
    pages(
      "<SessionProvider session={pageProps.session}>\n    <Component {...pageProps} />\n  </SessionProvider>",
      'import { SessionProvider } from "authwright/react";\n',
    ),
    ['import { ImpersonationBar } from "authwright/react";', "<ImpersonationBar />"],
  ],
  "Pages Router, below another component": [
    "next-pages-ts",
    "pages/_app.tsx",
    pages("<Frame>\n    <Component {...pageProps} />\n  </Frame>", 'import { Frame } from "../frame";\n'),
    ['import { ImpersonationBar } from "authwright/react";', "<ImpersonationBar />"],
  ],
  SvelteKit: [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    undefined,
    ["import { ImpersonationBar } from 'authwright/svelte';", "<ImpersonationBar />"],
  ],
  "SvelteKit, no script": [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    kit("", "<slot />\n"),
    [
      "<script>",
      'import { ImpersonationBar } from "authwright/svelte";',
      "</script>",
      "<ImpersonationBar />",
    ],
  ],
  "SvelteKit, below a provider": [
    "sveltekit-ts",
    "src/routes/+layout.svelte",
    kit(
      '<script lang="ts">\n  import { SessionProvider } from "authwright/svelte";\n  let { data, children } = $props();\n</script>\n\n',
      `<SessionProvider session={data.session}>${reads.trim()}</SessionProvider>\n`,
    ),
    [
      'import { ImpersonationBar } from "authwright/svelte";',
      "<SessionProvider session={data.session}><ImpersonationBar />{@render children()}</SessionProvider>",
    ],
  ],
  Nuxt: ["nuxt-ts", "app/app.vue", undefined, ['<ImpersonationBar base-path="/api/auth" />']],
  "Nuxt, a layout": [
    "nuxt-ts",
    "app/app.vue",
    "<template>\n  <NuxtLayout><NuxtPage /></NuxtLayout>\n</template>\n",
    ['<ImpersonationBar base-path="/api/auth" />'],
  ],
};

/** In every run some of the rows; all of them in the group `add-plugin`. */
describe.each(inEveryRun(Object.entries(layouts), 6))("%s", (_name, [project, file, text, lines]) => {
  test("added, added again, taken out: the same bytes; undo", async () => {
    const folder = await begun(project, text === undefined ? {} : { [file]: text });
    const before = tree(folder);
    const layout = read(folder, file);
    const said = await add(folder, "admin");
    expect(said).not.toContain("Show on your pages");
    const edited = read(folder, file);
    const added = edited.split(/\r?\n/).filter((line) => !layout.split(/\r?\n/).includes(line));
    expect(added.map((line) => line.trim()).filter(Boolean)).toEqual(lines);
    if (layout.includes("\r\n")) expect(edited).not.toMatch(/[^\r]\n/);
    const once = tree(folder);
    expect(await add(folder, "admin")).not.toContain("Show on your pages");
    expect(tree(folder)).toEqual(once);
    await run(folder, "remove-plugin", "admin");
    expect(tree(folder)).toEqual(before);
    await add(folder, "admin");
    await run(folder, "undo", "--yes");
    expect(tree(folder)).toEqual(before);
  });
});

const menus = [
  ["sveltekit-ts", "src/lib/components/AuthBar.svelte"],
  ["nuxt-ts", "app/app.vue"],
  ["next-app-ts", "app/layout.tsx"],
] as const;

test.each(inEveryRun(menus, 3))(
  "%s: with the menu of init, and the links of other plugins in the same file",
  async (project, file) => {
    const folder = await begun(project, {}, "--layout");
    const before = tree(folder);
    await add(folder, "account", "admin");
    expect(read(folder, file)).toContain("<ImpersonationBar");
    await run(folder, "remove-plugin", "account", "admin");
    expect(tree(folder)).toEqual(before);
  },
);

const placeless: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["express-esm-ts", {}],
  ["next-pages-ts", { "pages/_app.tsx": "export default () => null;\n" }],
  ["next-app-ts", { "app/layout.tsx": "export default ({ children }) => <Body>{children}</Body>;\n" }],
  ["sveltekit-ts", { "src/routes/+layout.svelte": '<svelte:element this="b" />{@render children()}\n' }],
  ["nuxt-ts", { "app/app.vue": '<template lang="pug">\ndiv\n</template>\n' }],
  [
    "next-app-ts",
    {
      "app/layout.tsx":
        'import { ImpersonationBar } from "./own";\nexport default () => <body><p /></body>;\n',
    },
  ],
];

test.each(inEveryRun(placeless, 6))(
  "%s with %j has no place for it: a line says what to write, and the plugin is added",
  async (project, files) => {
    const folder = await begun(project, files);
    const said = await add(folder, "admin");
    expect(said).toContain("Show on your pages who acts for whom: <ImpersonationBar />");
    expect(said).toMatch(/http:\/\/localhost:\d+[\w/]*\/impersonation/);
    for (const [file, text] of Object.entries(files)) expect(read(folder, file)).toBe(text);
  },
);

test("what the app has changed stays: words of its own, and a bar at another place", async () => {
  const folder = await begun("next-app-ts");
  const before = read(folder, "app/layout.tsx");
  await add(folder, "admin");
  const own = read(folder, "app/layout.tsx").replace(
    "<ImpersonationBar />",
    '<ImpersonationBar stopLabel="Ende" />',
  );
  write(folder, "app/layout.tsx", own);
  await add(folder, "admin");
  await run(folder, "remove-plugin", "admin");
  expect(read(folder, "app/layout.tsx")).toBe(own);
  write(folder, "app/layout.tsx", before);
  const top =
    'import { ImpersonationBar } from "authwright/react";\nexport const Top = () => <header><ImpersonationBar className="top" /></header>;\n';
  write(folder, "components/top.tsx", top);
  await add(folder, "admin");
  expect([read(folder, "app/layout.tsx"), read(folder, "components/top.tsx")]).toEqual([before, top]);
});

/** Options of the plugin as the file of the configuration has them. */
const optionsIn = (folder: string, file: string) =>
  /admin\(([\s\S]*?)\)\s*[,\]]/.exec(read(folder, file).replaceAll("'", '"'))?.[1];

const spared = [
  ["express-esm-ts", "src/auth.ts", "admin", '!["admin"].includes(roleOf(user))'],
  ["express-cjs", "auth.js", "owner editor admin", '!["admin", "owner"].includes(roleOf(user))'],
  ["next-app-ts", "auth.ts", "admin", '!["admin"].includes(roleOf(user))'],
  ["sveltekit-ts", "src/lib/server/auth.ts", "admin", '!["admin"].includes(roleOf(user))'],
  ["nuxt-ts", "server/auth.ts", "owner", '!["owner"].includes(roleOf(user))'],
] as const;

test.each(inEveryRun(spared, 5))(
  "%s: %s spares the roles %s of add-role, and remove-plugin takes it back",
  async (project, file, roles, wanted) => {
    const folder = await begun(project);
    await run(folder, "add-role", ...roles.split(" "), "--yes");
    const before = tree(folder);
    await add(folder, "admin");
    expect(optionsIn(folder, file)).toBe(`{ mayImpersonate: (user) => ${wanted} }`);
    const once = tree(folder);
    await add(folder, "admin");
    expect(tree(folder)).toEqual(once);
    await run(folder, "remove-plugin", "admin");
    expect(tree(folder)).toEqual(before);
  },
);

const unspared = [
  ["no such role", "export const roles = ['user', 'editor'];\nexport const roleOf = () => 'user';\n"],
  ["a file that is something else", "export const list = [];\n"],
  ["roles without roleOf", "export const roles = ['user', 'admin'];\n"],
] as const;

test.each(inEveryRun(unspared, 3))("%s: nobody is spared", async (_name, text) => {
  const folder = await begun("express-esm-ts", { "src/roles.ts": text });
  await add(folder, "admin");
  expect(optionsIn(folder, "src/auth.ts")).toBe("");
  await run(folder, "remove-plugin", "admin");
  expect(read(folder, "src/roles.ts")).toBe(text);
});

test("a roleOf of its own keeps its name, and roleOf that nothing else calls goes with the plugin", async () => {
  const folder = await begun("express-esm-ts", {
    "src/roles.ts":
      'export const roles = ["user", "admin"];\nexport const roleOf = (user: object) => "user";\n',
  });
  const plain = tree(folder);
  await add(folder, "admin");
  expect(read(folder, "src/auth.ts").replaceAll("'", '"')).toMatch(
    /import \{ roleOf \} from "\.\/roles\.js"/,
  );
  await run(folder, "remove-plugin", "admin");
  expect(tree(folder)).toEqual(plain);
  write(folder, "src/auth.ts", `${read(folder, "src/auth.ts")}\nexport const roleOf = 1;\n`);
  const before = tree(folder);
  await add(folder, "admin");
  expect(optionsIn(folder, "src/auth.ts")).toContain(".includes(adminRoleOf(user))");
  await run(folder, "remove-plugin", "admin");
  expect(tree(folder)).toEqual(before);
});

/** Apps of frameworks whose files are routes, with a guard for the role "admin" in many spellings, drawn from what goes together. */
import { createHash } from "node:crypto";

type Files = Readonly<Record<string, string>>;

export interface FrameworkSpelling {
  readonly name: string;
  /** A folder of test/fixtures/projects. */
  readonly project: string;
  readonly files: Files;
  /** The one with the guard. */
  readonly guarded: string;
  /** Of a guard; the others have the form of one and are none. */
  readonly isGuard: boolean;
}

/** How options ask for the role, with lines in front and files beside. */
interface Options {
  readonly lines?: string;
  /** `path` stands in front of the other members. */
  readonly given: (path: string) => string;
  readonly whole?: (path: string) => string;
  readonly roles?: string;
}

const options: Readonly<Record<string, Options>> = {
  "written out": { given: (path) => `{ ${path}role: "admin" }` },
  "a constant": { lines: 'const top = "admin";', given: (path) => `{ ${path}role: top }` },
  "a constant object": {
    lines: 'const roles = { top: "admin" } as const;',
    given: (path) => `{ ${path}role: roles.top }`,
  },
  "a list": { lines: 'const top = "admin";', given: (path) => `{ ${path}role: [top] }` },
  "a constant as a whole": {
    whole: (path) => `const needs1 = { ${path}role: "admin" } as const;`,
    given: () => "needs1",
  },
  "spread in": { lines: 'const asked = { role: "admin" };', given: (path) => `{ ${path}...asked }` },
  "a constant of another file": {
    lines: 'import { roles } from "ROLES";',
    given: (path) => `{ ${path}role: roles.top }`,
    roles: 'export const roles = { top: "admin" } as const;\n',
  },
};

/** How a file comes by what makes guards. */
interface Bringing {
  readonly lines: string;
  readonly guard: string;
  readonly index?: string;
  readonly isNone?: true;
}

const bringings: Readonly<Record<string, Bringing>> = {
  imported: { lines: 'import { auth } from "AUTH";', guard: "auth.require" },
  "another name": { lines: 'import { auth as login } from "AUTH";', guard: "login.require" },
  namespace: { lines: 'import * as kit from "AUTH";', guard: "kit.auth.require" },
  "passed on by another name": {
    lines: 'import { login } from "INDEX";',
    guard: "login.require",
    index: 'export { auth as login } from "AUTH";\n',
  },
  "passed on as a whole": {
    lines: 'import { auth } from "INDEX";',
    guard: "auth.require",
    index: 'export * from "AUTH";\n',
  },
  "taken out": {
    lines: 'import { auth } from "AUTH";\nconst { require: needs } = auth;',
    guard: "needs",
  },
  "in a variable": { lines: 'import { auth } from "AUTH";\nconst login = auth;', guard: "login.require" },
  "a package of the workspace": { lines: 'import { auth } from "@shop/auth";', guard: "auth.require" },
  "something else": {
    lines: 'import { auth } from "AUTH";\nimport { orders } from "INDEX";\nconsole.log(auth);',
    guard: "orders.require",
    index: "export const orders = { require: (given: unknown) => given };\n",
    isNone: true,
  },
  "something else of its own": {
    lines:
      'import { auth } from "AUTH";\nconst orders = { require: (...given: unknown[]) => given };\nconsole.log(auth);',
    guard: "orders.require",
    isNone: true,
  },
};

/** How load functions of SvelteKit come by it. */
const localBringings: Readonly<Record<string, Bringing & { readonly event: string }>> = {
  locals: { event: "{ locals }", lines: "", guard: "locals.auth.require" },
  event: { event: "event", lines: "", guard: "event.locals.auth.require" },
  "taken apart": { event: "{ locals: { auth } }", lines: "", guard: "auth.require" },
  "taken apart by another name": {
    event: "{ locals: { auth: login } }",
    lines: "",
    guard: "login.require",
  },
  "taken out": { event: "{ locals }", lines: "const { auth: login } = locals;", guard: "login.require" },
  "taken out twice": {
    event: "event",
    lines: "const { require: needs } = event.locals.auth;",
    guard: "needs",
  },
  "something else": {
    event: "{ locals }",
    lines: "const { orders } = locals;",
    guard: "orders.require",
    isNone: true,
  },
};

/** How decorators of Nest are named. */
const decorators: Readonly<Record<string, Bringing>> = {
  imported: { lines: 'import { Require } from "authwright/nest";', guard: "Require" },
  "another name": { lines: 'import { Require as Needs } from "authwright/nest";', guard: "Needs" },
  namespace: { lines: 'import * as nest from "authwright/nest";', guard: "nest.Require" },
  "in a variable": {
    lines: 'import { Require } from "authwright/nest";\nconst Needs = Require;',
    guard: "Needs",
  },
  "passed on": {
    lines: 'import { Needs } from "INDEX";',
    guard: "Needs",
    index: 'export { Require as Needs } from "authwright/nest";\n',
  },
  "of its own": {
    lines: "const Require = (given: unknown) => Reflect.metadata('columns', given);",
    guard: "Require",
    isNone: true,
  },
};

interface Framework {
  readonly project: string;
  readonly auth: readonly [file: string, text: string];
  /** The file with the guard, and the modules of its imports. */
  readonly file: string;
  readonly modules: { readonly AUTH: string; readonly INDEX: string; readonly ROLES: string };
  readonly index: string;
  readonly roles: string;
  readonly path?: string;
  readonly bringings: Readonly<Record<string, Bringing>>;
  readonly write: (parts: {
    readonly top: string;
    readonly bringing: Bringing;
    readonly given: string;
  }) => string;
  readonly more?: Files;
}

const create = (subpath: string) =>
  `import { createAuth } from "authwright/${subpath}";\nexport const auth = createAuth({ providers: [] });\n`;
const nextAuth =
  'import { FrameworkAuth } from "authwright/next";\nexport const { handlers, auth } = FrameworkAuth({ providers: [] });\n';
const next = {
  project: "next-app-ts",
  auth: ["auth.ts", nextAuth],
  modules: { AUTH: "@/auth", INDEX: "@/lib/index", ROLES: "@/lib/roles" },
  index: "lib/index.ts",
  roles: "lib/roles.ts",
  bringings,
} as const;
const kit = {
  project: "sveltekit-ts",
  auth: ["src/lib/server/auth.ts", create("sveltekit")],
  index: "src/lib/server/index.ts",
  roles: "src/lib/server/roles.ts",
} as const;

const frameworks: Readonly<Record<string, Framework>> = {
  "next page": {
    ...next,
    file: "app/admin/page.tsx",
    write: ({ top, bringing: { guard }, given }) =>
      `${top}\nexport default async function Page() {\n  await ${guard}(${given});\n  return <p>Admin</p>;\n}\n`,
  },
  "next route": {
    ...next,
    file: "app/admin/route.ts",
    write: ({ top, bringing: { guard }, given }) =>
      `${top}\nexport const GET = ${guard}(${given}, () => Response.json({}));\n`,
  },
  "sveltekit hooks": {
    ...kit,
    file: "src/hooks.server.ts",
    modules: { AUTH: "./lib/server/auth", INDEX: "./lib/server/index", ROLES: "./lib/server/roles" },
    path: "/admin",
    bringings,
    write: ({ top, bringing: { guard }, given }) =>
      `import { sequence } from "@sveltejs/kit/hooks";\n${top}\nexport const handle = sequence(handleLanguage, ${guard}(${given}));\n`,
    more: { "src/routes/admin/+server.ts": "export const GET = () => new Response('');\n" },
  },
  "sveltekit load": {
    ...kit,
    file: "src/routes/admin/+page.server.ts",
    modules: { AUTH: "", INDEX: "", ROLES: "../../lib/server/roles" },
    bringings: localBringings,
    write: ({ top, bringing, given }) =>
      `${top}\nexport const load = async (${"event" in bringing ? String(bringing.event) : ""}) => {\n  ${bringing.lines}\n  await ${bringing.guard}(${given});\n  return {};\n};\n`,
    more: { "src/routes/admin/+page.svelte": "<p>Admin</p>\n" },
  },
  "nitro middleware": {
    project: "nitro-ts",
    auth: ["auth.ts", create("h3")],
    file: "middleware/admin.ts",
    modules: { AUTH: "../auth", INDEX: "../lib/index", ROLES: "../lib/roles" },
    index: "lib/index.ts",
    roles: "lib/roles.ts",
    path: "/admin",
    bringings,
    write: ({ top, bringing: { guard }, given }) => `${top}\nexport default ${guard}(${given});\n`,
    more: { "routes/admin.ts": "export default () => 'admin';\n" },
  },
  "nuxt server": {
    project: "nuxt-ts",
    auth: ["server/auth.ts", create("nuxt/server")],
    file: "server/routes/admin.ts",
    modules: { AUTH: "../auth", INDEX: "../lib/index", ROLES: "../lib/roles" },
    index: "server/lib/index.ts",
    roles: "server/lib/roles.ts",
    bringings,
    write: ({ top, bringing: { guard }, given }) =>
      `${top}\nexport default defineEventHandler(async (event) => {\n  await ${guard}(event, ${given});\n  return {};\n});\n`,
  },
  nest: {
    project: "nest11-ts",
    auth: [
      "src/auth.ts",
      'import { AuthModule } from "authwright/nest";\nexport const auth = AuthModule.forRoot({ providers: [] });\n',
    ],
    file: "src/admin.controller.ts",
    modules: { AUTH: "./auth", INDEX: "./lib/index", ROLES: "./lib/roles" },
    index: "src/lib/index.ts",
    roles: "src/lib/roles.ts",
    bringings: decorators,
    write: ({ top, bringing: { guard }, given }) =>
      `import { Controller, Get } from "@nestjs/common";\n${top}\n\n@Controller("admin")\nexport class AdminController {\n  @${guard}(${given})\n  @Get()\n  all() {\n    return [];\n  }\n}\n`,
  },
};

const all: readonly FrameworkSpelling[] = Object.entries(frameworks).flatMap(([framework, one]) =>
  Object.entries(one.bringings).flatMap(([brought, bringing]) =>
    Object.entries(options).map(([asked, option]): FrameworkSpelling => {
      const path = one.path === undefined ? "" : `path: "${one.path}", `;
      const isLocal = "event" in bringing;
      const lines = [isLocal ? "" : bringing.lines, option.whole?.(path) ?? option.lines ?? ""];
      const module = (text: string) =>
        text.replace(
          /"(AUTH|INDEX|ROLES)"/g,
          (_, name: keyof Framework["modules"]) => `"${one.modules[name]}"`,
        );
      const [authFile, authText] = one.auth;
      return {
        name: `${framework}, ${brought}, ${asked}`,
        project: one.project,
        files: {
          [authFile]: authText,
          ...one.more,
          ...(bringing.index !== undefined && {
            [one.index]: bringing.index.replace(
              '"AUTH"',
              `"${framework.startsWith("next") ? "@/auth" : authBeside(one)}"`,
            ),
          }),
          ...(option.roles !== undefined && { [one.roles]: option.roles }),
          [one.file]: module(one.write({ top: lines.join("\n"), bringing, given: option.given(path) })),
        },
        guarded: one.file,
        isGuard: bringing.isNone !== true,
      };
    }),
  ),
);

/** From the folder of the index to the auth file. */
function authBeside({ index, auth: [file] }: Framework): string {
  const name = file.replace(/^.*\//, "").replace(/\.ts$/, "");
  return index.includes("lib/server/") ? `./${name}` : `../${name}`;
}

const drawnBy = (name: string): string => createHash("sha256").update(`frameworks:${name}`).digest("hex");

/** 16 of each framework, always the same, and what has the form of a guard with options in sight. */
export const frameworkSpellings: readonly FrameworkSpelling[] = Object.keys(frameworks).flatMap((framework) =>
  all
    .filter(({ name }) => name.startsWith(`${framework},`))
    .sort((a, b) => drawnBy(a.name).localeCompare(drawnBy(b.name)))
    .filter(({ name, isGuard }, at) => at < 16 || (!isGuard && name.endsWith("written out"))),
);

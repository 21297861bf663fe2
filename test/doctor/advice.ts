/** How a person follows the `fix` of a finding that is no command and no line of its own: what `fix` names stands in it. */
import { expect } from "vitest";
import type { StaticCode } from "../../src/cli/findings/codes.js";
import type { Finding } from "../../src/cli/findings/finding.js";
import { runMain } from "../support/cli.js";
import type { Spoiled } from "./bases.js";

export type ByHand = (project: Spoiled, found: Finding) => Promise<unknown> | void;

const configOf = (project: Spoiled): string =>
  ["src/auth.ts", "auth.ts"].find((file) => project.exists(file)) ?? "auth.js";

/** Lines of the configuration, or of the file that is named, become others; `copied` stands in `fix`. */
const change =
  (from: string | RegExp, to: string, copied = to): ByHand =>
  (project, { fix, path: file }) => {
    expect(fix).toContain(copied);
    project.replace(/\.[cm]?[jt]sx?$/.test(file) ? file : configOf(project), from, to);
  };

const says =
  (text: string, follow: ByHand): ByHand =>
  (project, found) => {
    expect(found.fix).toContain(text);
    return follow(project, found);
  };

const lineOf = (project: Spoiled, { path: file, line = 1 }: Finding): string =>
  project.read(file).split("\n")[line - 1] ?? "";

const dropLine: ByHand = (project, found) => project.replace(found.path, `${lineOf(project, found)}\n`, "");

/** `Move line 25 above line 23` */
const moveLine: ByHand = (project, { fix, path: file }) => {
  const [from = 0, to = 0] = /^Move line (\d+) above line (\d+)$/.exec(fix)?.slice(1).map(Number) ?? [];
  const lines = project.read(file).split("\n");
  const [moved = ""] = lines.splice(from - 1, 1);
  lines.splice(to - 1, 0, moved);
  project.write(file, lines.join("\n"));
};

/** The lines of a file go behind those of another one. */
const moveLines: ByHand = (project, { fix, path: file }) => {
  const [, to = ""] = /^Move its lines to (\S+), or/.exec(fix) ?? [];
  project.write(to, `${project.read(to)}${project.read(file)}`, 0o600);
  project.remove(file);
};

const schemaFile = "prisma/schema.prisma";
const toModel =
  (name: string): ByHand =>
  (project, { fix }) =>
    project.replace(schemaFile, `model ${name} {\n`, `model ${name} {\n  ${fix}\n`);

/** `AUTH_GITHUB_ID=… (from …)` */
const value: ByHand = (project, { fix, path: file }) => {
  const [key = ""] = /^[A-Z_0-9]+(?==)/.exec(fix) ?? [];
  const env = file.includes("env") ? file : ".env.local";
  const rest = project
    .read(env)
    .split("\n")
    .filter((line) => !line.startsWith(`${key}=`));
  project.write(env, [...rest, `${key}=a1b2c3d4e5`, ""].join("\n"), 0o600);
};

const trustProxy: ByHand = (project, { fix, path: file }) => {
  if (fix === "fastify({ trustProxy: 1 })")
    return project.replace("src/app.ts", "fastify(options)", "fastify({ ...options, trustProxy: 1 })");
  const [line, place] = fix.split(" in ");
  if (place === "main.ts") return project.replace("src/main.ts", /const app = .*/, `$&\n  ${line};`);
  if (!fix.startsWith("TRUST_PROXY=1 in its environment"))
    return project.replace(file, /^const app = .*$/m, `$&\n${fix};`);
  if (file.endsWith("render.yaml")) return project.append(file, "  - key: TRUST_PROXY\n    value: 1\n");
  if (file.endsWith(".toml")) return project.write(file, `${project.read(file)}\n[env]\nTRUST_PROXY = "1"\n`);
  return project.append(file, "ENV TRUST_PROXY=1\n");
};

export const byHand: Readonly<Partial<Record<StaticCode, ByHand>>> = {
  AUTH_D_ORGANIZATION_OWNER: change("roles = { admin", 'roles = { owner: ["*"], admin', 'owner: ["*"]'),
  AUTH_D_ORGANIZATION_CREATE: change(
    "organizations({ roles })",
    'organizations({ roles, create: "everybody" })',
  ),
  AUTH_D_LAYOUT_ONLY: (project, found) => {
    expect(found.fix).toMatch(/auth\.require\(\{ organization/);
    const guarded: Readonly<Record<string, string>> = {
      "page.tsx":
        'import { auth } from "@/auth";\n\nexport default async function Page({ params }: PageProps<"/teams/[team]">) {\n  await auth.require({ organization: { slug: (await params).team } });\n  return <p>bills</p>;\n}\n',
      "route.ts":
        'import { auth } from "@/auth";\n\nexport const GET = auth.require({ organization: "team" }, () => Response.json([1]));\n',
      "+page.server.ts":
        'export const actions = {\n  default: async ({ locals }) => {\n    await locals.auth.require({ organization: "team" });\n    return { paid: true };\n  },\n};\n',
    };
    project.write(found.path, guarded[found.path.slice(found.path.lastIndexOf("/") + 1)] ?? "");
  },
  AUTH_D_ORGANIZATION_GUARD: (project, found) => {
    expect(found.fix).toContain('organization: "team"');
    const line = lineOf(project, found);
    const asked = line.includes("path:")
      ? 'organization: "team"'
      : 'path: "/teams/:team", organization: "team"';
    project.replace(found.path, line, line.replace("auth.require({ ", `auth.require({ ${asked}, `));
  },
  AUTH_D_SYNTAX: change("[GitHub,,", "[GitHub],", "Correct that line, or the code above it."),
  AUTH_D_UNREADABLE: (project, found) => {
    if (found.fix.startsWith("Write the options out in place"))
      project.replace(found.path, "...shared,", "adapter: shared.adapter,");
    else if (found.fix.startsWith("Write the options out in the call"))
      project.replace(
        found.path,
        "GitHub(settings)",
        "GitHub({ clientId: process.env.GH_ID, clientSecret: process.env.GH_SECRET })",
      );
    else project.replace(found.path, /providers: .*,/, `${found.fix.replace("GitHub, Google", "GitHub")},`);
    if (!project.read(found.path).includes("import GitHub"))
      project.replace(found.path, /^/, 'import GitHub from "authwright/providers/github";\n');
  },
  AUTH_D_TWO_COPIES: says("npm dedupe", (project, { path: file }) => project.remove(file)),
  AUTH_D_NOT_INSTALLED: says("npm install", (project, { message }) =>
    project.install(message.split(" ")[0] ?? "", versionOf(project, message)),
  ),
  AUTH_D_OLD_IMPORT: (project, found) => project.replace(found.path, lineOf(project, found), found.fix),
  AUTH_D_VERSION: says("npm install", (project) => project.install("authwright", "9.0.0")),
  AUTH_D_NODE_OLD: says("Use Node.js 20.19 or newer.", (project) => {
    if (project.exists(".nvmrc")) project.write(".nvmrc", "20.19\n");
  }),
  AUTH_D_WORKER_FLAGS: (project, { fix }) =>
    project.replace("wrangler.jsonc", /"compatibility_date": "[^"]*",\n.*/, fix),
  AUTH_D_ENV_NOT_LOADED: moveLines,
  AUTH_D_TSCONFIG_RESOLUTION: (project, { fix }) =>
    project.replace(
      "tsconfig.json",
      /"module": "ES2022",\s*"moduleResolution": "classic"/,
      `"module": "NodeNext", ${fix}`,
    ),
  AUTH_D_STATIC_EXPORT: says('Remove output: "export"', (project, { path: file }) =>
    project.replace(file, /\s*output: "export",/, ""),
  ),
  AUTH_D_SECRET_IN_DEPLOY: says("Set it in the platform's secrets instead", (project, { path: file }) =>
    project.replace(file, /^ENV AUTH_SECRET=.*\n|"AUTH_SECRET": "[^"]*"|^ {2}- key: AUTH_SECRET\n.*\n/m, ""),
  ),
  AUTH_D_SECRET_LEFT_OUT: (project, { fix, path: file }) => {
    expect(fix).toBe('AUTH_SECRET_1: "${AUTH_SECRET_1:-}"');
    project.replace(file, /^ +AUTH_SECRET: .*\n/m, `$&      ${fix.replaceAll("$", "$$$$")}\n`);
  },
  AUTH_D_ENV_LEFT_OUT: (project, { fix = "", path: file }) => {
    expect(fix).toContain('AUTH_GITHUB_ID: "${AUTH_GITHUB_ID:-}"');
    const lines = fix.replaceAll("$", "$$$$").replaceAll(/^/gm, "      ");
    project.replace(file, /^ +AUTH_SECRET: .*\n/m, `$&${lines}\n`);
  },
  AUTH_D_SECRET_OLD_SHORT: says("npx auth secret rotate --drop-oldest", (project) =>
    runMain(project.folder, ["secret", "rotate", "--drop-oldest", "--yes"]),
  ),
  AUTH_D_SECRET_IN_SOURCE: change(
    /secret: .*,/,
    "secret: process.env.AUTH_SECRET,",
    "secret: process.env.AUTH_SECRET",
  ),
  AUTH_D_CLIENT_SECRET_IN_SOURCE: change(/\(\{ clientSecret: .*? \}\)/, "", "Leave it out"),
  AUTH_D_SECRET_IN_EXAMPLE: says("Leave the value empty", (project, { path: file }) =>
    project.replace(file, /^AUTH_SECRET=.*$/m, "AUTH_SECRET="),
  ),
  AUTH_D_SECRET_PUBLIC: says("Rename it to AUTH_SECRET and make a new one", dropLine),
  AUTH_D_ENV_TRACKED: (project, { fix }) => {
    const [command = ""] = fix.split("\n");
    project.git(...command.split(" ").slice(1));
    project.git("commit", "-qm", "without it");
  },
  AUTH_D_ENV_TWICE: says("Remove line", (project, { fix, path: file }) => {
    const at = Number(/\d+/.exec(fix)?.[0]);
    project.write(
      file,
      project
        .read(file)
        .split("\n")
        .filter((_, index) => index !== at - 1)
        .join("\n"),
      0o600,
    );
  }),
  AUTH_D_ENV_NAME: says("Rename it: AUTH_TRUST_HOST=", (project, { path: file }) =>
    project.replace(file, "AUTH_TRUSTED_HOST=", "AUTH_TRUST_HOST="),
  ),
  AUTH_D_EXPRESS_TRUST_PROXY: trustProxy,
  AUTH_D_TRUST_PROXY: trustProxy,
  AUTH_D_EXPRESS_TRUST_ALL: (project, { fix, path: file }) =>
    project.replace(file, /app\.set\("trust proxy", true\)/, fix),
  AUTH_D_PROVIDER_UNKNOWN: (project, { fix, path: file }) => {
    project.replace(file, /^import GitHub from .*\n/m, "");
    project.replace(file, /^import Gihub from .*\n/m, `import GitHub from "${fix}";\n`);
    project.replace(file, "[GitHub, Gihub]", "[GitHub]");
  },
  AUTH_D_PROVIDER_UNUSED: says("or remove the import", dropLine),
  AUTH_D_PROVIDER_TWICE: change(
    "[GitHub, GitHub]",
    '[GitHub, GitHub({ id: "work" })]',
    'GitHub({ id: "work" })',
  ),
  AUTH_D_PROVIDER_ISSUER: change(
    "Auth0]",
    'Auth0({ domain: "login.example.com" })]',
    'domain: "login.example.com"',
  ),
  AUTH_D_PROVIDER_ISSUER_UNREAD: change(
    "{ profilePhotoSize: 64 }",
    "{ profilePhotoSize: 64, issuer: process.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER }",
    "issuer: process.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER",
  ),
  AUTH_D_PROVIDER_ENV_EMPTY: (project, found) => {
    value(project, found);
    value(project, { ...found, fix: "AUTH_GITHUB_SECRET=…" });
  },
  AUTH_D_PROVIDER_ENV_HALF: value,
  AUTH_D_PROVIDER_ENV_PLACEHOLDER: says("Put the real value in", (project, { path: file }) =>
    project.replace(file, "your-client-id", "a1b2c3d4e5"),
  ),
  AUTH_D_LINKING: change(
    "({ allowDangerousEmailAccountLinking: true })",
    "",
    "Remove allowDangerousEmailAccountLinking",
  ),
  AUTH_D_PROVIDER_RIGHTS: change(/role: given\.role|role(?= \}\) \}\))/, 'role: "member"', 'role: "member"'),
  AUTH_D_SESSION_ADAPTER: change('session: { strategy: "database" }', 'session: { strategy: "jwt" }'),
  AUTH_D_SCHEMA_TABLE: (project, { fix }) => project.append(schemaFile, `\n${fix}\n`),
  AUTH_D_SCHEMA_COLUMN: toModel("Session"),
  AUTH_D_SCHEMA_OPTIONAL_COLUMN: toModel("Account"),
  AUTH_D_SCHEMA_COLUMN_TYPE: (project, { fix }) =>
    project.replace(schemaFile, /emailVerified +Boolean.*/, fix),
  AUTH_D_SCHEMA_UNIQUE: toModel("Account"),
  AUTH_D_SCHEMA_INDEX: toModel("Session"),
  AUTH_D_SCHEMA_COLLATION: (project, { fix, path: file }) => project.append(file, `${fix}\n`),
  AUTH_D_CSRF_OFF: says("Remove skipCSRFCheck", (project, { path: file }) => {
    project.replace(file, /\s*skipCSRFCheck,/, "");
    project.replace(file, /^import \{ skipCSRFCheck \}.*\n/m, "");
  }),
  AUTH_D_REDIRECT_OPEN: says("Remove the callback", (project, { path: file }) =>
    project.replace(file, /\s*callbacks: \{\s*(?:redirect: .*|async redirect[^]*?\n {4}\},\s*)\},/, ""),
  ),
  AUTH_D_COOKIE_INSECURE: says("Remove the line", dropLine),
  AUTH_D_COOKIE_HTTPONLY: change("httpOnly: false", "", "Remove httpOnly: false"),
  AUTH_D_NOT_EXTENDED: says("export default auth in the proxy", (project) =>
    project.write("proxy.ts", 'import { auth } from "@/auth";\nexport default auth;\n'),
  ),
  AUTH_D_MAX_AGE: change("maxAge: 30 * 24 * 60 * 60 * 1000", "maxAge: 30 * 24 * 60 * 60"),
  AUTH_D_ENV_DEFAULTS: change(
    "const config = { providers: [] }",
    'const config = { basePath: "/auth", providers: [] }',
  ),
  AUTH_D_MAIL_HOST: change("trustHost: true", 'trustHost: ["app.example.com"]'),
  AUTH_D_NEXT_ROUTE_CATCH_ALL: says("Rename the folder to [...auth]", (project, { path: file }) =>
    project.move(file.replace("/route.ts", ""), "app/api/auth/[...auth]"),
  ),
  AUTH_D_NEXT_ROUTE_FOLDER: says("Move it to app/api/auth/[...auth]", (project, { path: file }) =>
    project.move(file.replace("/route.ts", ""), "app/api/auth/[...auth]"),
  ),
  AUTH_D_CSRF_GUARD: moveLine,
  AUTH_D_JEST: (project, { fix, path: file }) =>
    project.replace(file, '"dependencies": {', `"jest": { ${fix} },\n  "dependencies": {`),
  AUTH_D_ROUTE_HIDDEN: says("Give the route another path", (project, { path: file }) =>
    project.replace(file, /(["'])\/auth\/(?:callback|signin)/, "$1/own"),
  ),
  AUTH_D_PAGE_ADDRESS: (project, { fix }) =>
    project.replace(configOf(project), /pageAddresses: .*,/, `${fix},`),
  AUTH_D_SESSION_TOKEN: change(
    "adapter: authStore,",
    'adapter: authStore,\n  session: { strategy: "jwt" },',
    'session: { strategy: "jwt" }',
  ),
  AUTH_D_MOUNT_LATE: moveLine,
  AUTH_D_KIT_PRERENDERED: says("export const prerender = false", (project) => {
    const page = "src/routes/dashboard/+page.server.ts";
    project.write(page, `${project.read(page)}\nexport const prerender = false;\n`);
  }),
  AUTH_D_KIT_STATIC_ENV: says('import { env } from "$env/dynamic/private"', (project) => {
    const file = "src/lib/server/auth.ts";
    project.replace(file, /^import .*static.*$/m, 'import { env } from "$env/dynamic/private";');
    project.replace(file, "secret: AUTH_SECRET,", "");
    project.replace(file, /\}\);\s*$/, "}, { env });\n");
  }),
  AUTH_D_KIT_FORM_POST: says('csrf: { trustedOrigins: ["https://appleid.apple.com"] }', (project, { fix }) =>
    project.replace("vite.config.ts", "adapter: adapter()", `${fix.split(" in ")[0]}, adapter: adapter()`),
  ),
};

function versionOf(project: Spoiled, message: string): string {
  const { dependencies } = JSON.parse(project.read("package.json")) as {
    dependencies: Record<string, string>;
  };
  return (dependencies[message.split(" ")[0] ?? ""] ?? "").replace(/^\^/, "");
}

const readsCode = "asks for code of the app's own, which no line of it can be";

/** Codes whose `fix` no test follows, and why. This list only gets shorter. */
export const notFollowed: Readonly<Partial<Record<StaticCode, string>>> = {
  AUTH_D_SEVERAL_CONFIGS: "another run of the command, with --config",
  AUTH_D_KNOWN_HOLE: "the lock file is the package manager's: test/doctor/known-holes.test.ts",
  AUTH_D_JOURNAL: "what is interrupted is undone in test/commands/undo.test.ts",
  AUTH_D_PROVIDER_DEPRECATED: "a hint with a command that tells more: the old name may stay",
  AUTH_D_EMAIL_UNVOUCHED: "a hint: whether an address is verified, only the provider's pages say",
  AUTH_D_PASSKEY_OFF: "what --fix does not do is a store",
  AUTH_D_SCHEMA_UNREADABLE: "npx prisma is not here",
  AUTH_D_NEXT_SUSPENSE: readsCode,
  AUTH_D_NUXT_KEPT: readsCode,
  AUTH_D_NUXT_PRERENDER: readsCode,
  AUTH_D_NUXT_SPA: readsCode,
  AUTH_D_CLIENT_IMPORT: readsCode,
  AUTH_D_UNGUARDED_PAGE: readsCode,
  AUTH_D_UNGUARDED_ROUTE: readsCode,
  AUTH_D_UNGUARDED_WRITE: readsCode,
  AUTH_D_PROXY_ONLY: readsCode,
  AUTH_D_PROXY_ROLE: readsCode,
  AUTH_D_GUARD_BEHIND: readsCode,
  AUTH_D_SESSION_LATE: readsCode,
  AUTH_D_NEXT_AUTHORIZED_UNASKED: readsCode,
  AUTH_D_NEXT_HANDLER_OPEN: readsCode,
  AUTH_D_NEXT_PAGE_ADDRESS: readsCode,
  AUTH_D_PAGES_NOT_MOUNTED: readsCode,
  AUTH_D_NOT_MOUNTED: readsCode,
  AUTH_D_MOUNTED_TWICE: readsCode,
};

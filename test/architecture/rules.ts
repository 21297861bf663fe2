/**
 * The walls of the house, as data. A room is a folder: `src/cli/plan/`, or the area itself for what lies in it
 * (`src/runtime/`). Each row says which rooms' values some rooms may use; a room's own are always free, `import type` is
 * always free. `*` stands for any room of an area.
 */
export interface Rule {
  readonly rooms: readonly string[];
  readonly mayImport: readonly string[];
}

const runtime = (name: string) => `src/runtime/${name}`;
const below = (folder: string, names: string) => names.split(" ").map((name) => `${folder}${name}/`);
const command = (names: string) => below("src/commands/", names);
const engine = (names: string) => below("src/cli/", names);
const inRuntime = (names: string) => below("src/runtime/", names);
const targets = ["src/templates/", ...below("src/templates/", "frameworks stores plugins")];

/** The core that answers requests: entry points, routes and the handler. */
const core = "src/runtime/";
/** What every room of the runtime may use: errors, symbols, what is read of unknown values, and the app's own functions called safely. */
const base = inRuntime("types errors callbacks");
/** Records of providers, and what turns them into configurations. */
const providers = ["src/providers/", "src/providers/kit/"];

export const rules: readonly Rule[] = [
  { rooms: ["bin/"], mayImport: ["src/commands/"] },
  // What the user types. The start loads the command; commands share steps, additions and an open database, and start none of the others.
  {
    rooms: ["src/commands/"],
    mayImport: ["src/commands/*", ...engine("formats project terminal")],
  },
  {
    rooms: ["src/commands/*"],
    mayImport: [...command("steps additions manifest database"), ...targets, "src/cli/*", "src/providers/"],
  },
  // Parts of what the doctor looks at.
  {
    rooms: command("secret test"),
    mayImport: [...command("steps additions doctor"), ...targets, "src/cli/*", "src/providers/"],
  },
  // The local identity provider answers as the records of providers say.
  {
    rooms: command("dev"),
    mayImport: [...command("steps"), ...targets, "src/cli/*", ...providers, runtime("oauth/")],
  },
  // The tables as data, and the statements that make them.
  {
    rooms: command("db users database"),
    mayImport: [...command("steps database"), ...targets, "src/cli/*", runtime("adapters/")],
  },
  // Tokens are opened and made as the runtime does it.
  {
    rooms: command("token"),
    mayImport: ["src/cli/*", core, ...base, ...inRuntime("http security settings")],
  },
  {
    rooms: command("steps"),
    mayImport: [...command("additions"), ...targets, "src/cli/*", ...providers],
  },
  { rooms: command("additions"), mayImport: [...targets, "src/cli/*", "src/providers/"] },
  { rooms: command("manifest"), mayImport: engine("formats") },
  // What the command line knows of each framework, store and plugin; the programs that it starts.
  { rooms: ["src/templates/", ...engine("programs")], mayImport: [] },
  { rooms: below("src/templates/", "frameworks"), mayImport: ["src/templates/", "src/cli/*"] },
  {
    rooms: below("src/templates/", "stores"),
    mayImport: [
      "src/templates/",
      ...below("src/templates/", "frameworks"),
      "src/cli/*",
      runtime("adapters/"),
    ],
  },
  {
    rooms: below("src/templates/", "plugins"),
    mayImport: [...engine("formats"), ...inRuntime("plugins sign-out")],
  },
  // The engine, which knows none of them. What a configuration does with pages and addresses is what the runtime does with it.
  { rooms: engine("source"), mayImport: inRuntime("pages http plugins") },
  { rooms: engine("formats edit"), mayImport: engine("source") },
  { rooms: engine("terminal"), mayImport: engine("formats source") },
  { rooms: engine("project"), mayImport: ["src/providers/", ...engine("formats source terminal")] },
  {
    rooms: engine("findings old-auth plan"),
    mayImport: ["src/providers/", ...engine("formats source terminal project")],
  },
  { rooms: engine("apply preview"), mayImport: engine("formats source terminal project plan programs") },
  // One module per provider; what its protocol needs beyond OAuth 2 is loaded when it is used.
  {
    rooms: ["src/providers/"],
    mayImport: [
      ...below("src/providers/", "kit functions marks profiles"),
      ...base,
      ...inRuntime("flows mail oauth webauthn"),
    ],
  },
  {
    rooms: below("src/providers/", "kit functions marks profiles records"),
    mayImport: [...base, ...inRuntime("flows mail oauth sign-out")],
  },
  // The runtime, from the rooms that need nothing to those that answer.
  {
    rooms: inRuntime("types errors callbacks languages http adapters shared-store client"),
    mayImport: inRuntime("types errors"),
  },
  { rooms: inRuntime("security pages"), mayImport: [...base, ...inRuntime("http")] },
  {
    rooms: inRuntime("mail sessions oauth webauthn accounts"),
    mayImport: [...base, ...inRuntime("http security pages oauth")],
  },
  {
    rooms: inRuntime("flows"),
    mayImport: [...base, ...inRuntime("http security pages mail oauth webauthn accounts")],
  },
  {
    rooms: inRuntime("settings"),
    mayImport: [...base, ...inRuntime("http security pages mail sessions shared-store flows")],
  },
  { rooms: [core], mayImport: [...base, ...inRuntime("http security settings flows")] },
  // The core knows their types alone: they come with the plugins of an app, with providers that ask for one, or alone (the client of OAuth).
  {
    rooms: inRuntime("plugins sign-out oauth-client"),
    mayImport: [
      core,
      ...base,
      ...inRuntime(
        "http security settings sessions oauth webauthn accounts pages mail flows server-functions plugins",
      ),
    ],
  },
  // Beside the core: frameworks, React, Vue, the texts of all languages, and what tests of apps and of stores use.
  {
    rooms: inRuntime("server-functions integrations react svelte vue messages adapter-testing testing"),
    mayImport: [
      core,
      ...base,
      ...inRuntime(
        "http security settings flows server-functions client languages pages plugins adapters sign-out",
      ),
    ],
  },
];

/** Packages that only the named files may import; everything else is not a dependency of ours at all. */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  commander: ["src/commands/index.ts"],
  "fast-wrap-ansi": ["src/cli/terminal/wrap.ts"],
  "@clack/prompts": ["src/cli/terminal/prompts.ts"],
  "@modelcontextprotocol/server": ["src/commands/mcp/server.ts"],
  "@modelcontextprotocol/server/stdio": ["src/commands/mcp/command.ts"],
  zod: ["src/commands/mcp/arguments.ts"],
  // What is started, and how it is found: src/cli/programs/programs.ts.
  execa: ["src/cli/programs/start.ts"],
  "node:child_process": ["src/cli/programs/start.ts"],
  diff: ["src/cli/plan/diff.ts", "src/cli/plan/merge.ts"],
  "damerau-levenshtein": ["src/cli/terminal/closest.ts"],
  ignore: ["src/cli/formats/ignore-file.ts"],
  picomatch: ["src/cli/formats/glob.ts"],
  yaml: ["src/cli/formats/workspace-file.ts"],
  semver: [
    "src/cli/project/versions.ts",
    "src/commands/doctor/checks/packages.ts",
    "src/commands/migrate/package.ts",
  ],
  "ts-morph": ["src/cli/source/syntax/parse.ts"],
  "handlebars/runtime.js": ["src/templates/render.ts"],
  oauth4webapi: [runtime("oauth/")],
  jose: ["src/commands/dev/server/", runtime("sign-out/logout-token.ts")],
  uqr: [runtime("plugins/two-factor/qr-code.ts")],
  // Optional peers, loaded on use.
  fastify: [runtime("integrations/fastify.ts"), runtime("integrations/fastify-adapter.ts")],
  h3: [runtime("integrations/h3.ts")],
  hono: [runtime("integrations/hono.ts"), runtime("integrations/hono-adapter.ts")],
  "@nestjs/common": [runtime("integrations/nest.ts"), runtime("integrations/nest-guard.ts")],
  "@nestjs/core": [runtime("integrations/nest.ts"), runtime("integrations/nest-guard.ts")],
  next: [runtime("integrations/next/"), "src/templates/frameworks/next/"],
  "@sveltejs/kit": [runtime("integrations/sveltekit/")],
  "@simplewebauthn/server": ["src/providers/webauthn.ts"],
  nodemailer: ["src/providers/nodemailer.ts"],
  "@node-rs/argon2": [runtime("plugins/password/hashes/packages.ts")],
  bcryptjs: [runtime("plugins/password/hashes/packages.ts")],
  react: [runtime("react/")],
  svelte: [runtime("svelte/")],
  vue: [runtime("vue/")],
  "drizzle-orm": [runtime("adapters/")],
  kysely: [runtime("adapters/"), runtime("shared-store/kysely.ts")],
};

/** Node's own modules: the CLI, and these two files of the runtime. */
export const nodeModulesAllowed: readonly string[] = [
  "bin/",
  "src/commands/",
  "src/cli/",
  "src/templates/frameworks/",
  "src/templates/stores/",
  runtime("security/crypto-node.ts"),
  runtime("integrations/server/node-adapter.ts"),
  // Runs in the build of an app, and looks for its files.
  runtime("integrations/nuxt/module.ts"),
  runtime("integrations/nuxt/files-below.ts"),
];

/** Of a file. */
export const limits = { lines: 300 } as const;

/** `process.exit` ends a program; only this file may. */
export const exitFile = "src/cli/terminal/errors.ts";

/** The readers of the environment in the runtime: one on the server, one in the browser's bundle. */
export const environmentFiles: readonly string[] = [
  runtime("settings/env.ts"),
  runtime("settings/development.ts"),
  runtime("client/config.ts"),
];

/** Module-level collections that may live: dropping them changes nothing but time. */
export const memoTables: readonly string[] = [
  runtime("routes.ts"),
  runtime("security/marks.ts"),
  // Providers that the log has named.
  runtime("accounts/join.ts"),
  runtime("languages/host.ts"),
  runtime("plugins/access-tokens/index.ts"),
  runtime("plugins/sessions/session-states.ts"),
  runtime("plugins/sessions/watch-sessions.ts"),
  runtime("settings/resolve-config.ts"),
  runtime("sign-out/extend.ts"),
  runtime("pages/page-addresses.ts"),
  runtime("settings/env.ts"),
  runtime("security/keys.ts"),
  runtime("oauth/discovery.ts"),
  runtime("oauth-client/client-provider.ts"),
  // Random bytes that nobody has had yet.
  runtime("security/crypto-node.ts"),
];

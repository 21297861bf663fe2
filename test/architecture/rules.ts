/**
 * The walls of the house, as data. A room is the longest prefix that fits a file's path.
 * `mayImport` lists rooms whose values a file may use; its own room is always free, `import type` is always free.
 */
export interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
}

const runtime = (name: string) => `src/runtime/${name}`;
const cli = (name: string) => `src/cli/${name}`;
const errors = runtime("errors.ts");
const sharedError = runtime("shared-error.ts");
const errorFacts = runtime("error-facts.ts");
const options = runtime("options.ts");
const logger = runtime("logger.ts");
const events = runtime("events.ts");
const safeValues = runtime("safe-values.ts");
const initials = runtime("initials.ts");
const ownMail = runtime("own-mail.ts");
const compact = runtime("compact.ts");
const http = runtime("http/");
const security = runtime("security/");
const tables = runtime("adapters/schema.ts");
const statements = runtime("adapters/sql-schema.ts");
const optionalTables = runtime("adapters/records/tables.ts");
const serverFunctions = runtime("server-functions/");
const devEndpoints = runtime("settings/dev-endpoints.ts");
const byHand = runtime("by-hand.ts");
const pageAddresses = runtime("settings/page-addresses.ts");
const pageTable = runtime("settings/page-table.ts");
const names = runtime("adapters/sql-statements.ts");
const catalog = "src/providers/catalog.ts";
const records = "src/providers/records.ts";

/** Open to all of the command line: text in, edits out; file formats; errors; what is written into projects. */
const commandLine = [
  cli("edit/text-edit.ts"),
  cli("edit/"),
  cli("formats/"),
  cli("source/"),
  cli("source/layout.ts"),
  cli("terminal/errors.ts"),
  cli("terminal/closest.ts"),
  "src/templates/",
  "src/templates/frameworks/",
  "src/templates/stores/",
  "src/templates/plugins/",
];
const frameworks = "src/templates/frameworks/";
const stores = "src/templates/stores/";
const machinery = [
  "terminal/",
  "project/",
  "plan/",
  "plan/old-auth.ts",
  "apply/",
  "doctor/",
  "database/",
].map(cli);

const core = [
  "index.ts",
  "handler.ts",
  "routes.ts",
  "operations.ts",
  "error-response.ts",
  "store-failure.ts",
  "health.ts",
].map(runtime);
const coreMayImport = [
  ...core,
  errors,
  options,
  compact,
  logger,
  events,
  http,
  security,
  runtime("settings/"),
  runtime("flows/"),
];

export const rooms: readonly Room[] = [
  { path: "bin/", mayImport: [cli("index.ts")] },
  {
    path: "src/commands/",
    mayImport: [
      ...commandLine,
      "src/cli/",
      ...machinery,
      cli("completion/"),
      catalog,
      records,
      runtime("jwt.ts"),
    ],
  },
  // Each command is one room: none of them starts another.
  {
    path: "src/commands/dev/command.ts",
    mayImport: [
      ...commandLine,
      "src/cli/",
      ...["project/", "plan/old-auth.ts", "dev-server/"].map(cli),
      catalog,
    ],
  },
  {
    path: "src/commands/migrate/command.ts",
    mayImport: [...commandLine, "src/cli/", ...machinery, cli("migrate/"), catalog],
  },
  {
    path: "src/commands/token-",
    mayImport: [...commandLine, "src/cli/", ...machinery, runtime("jwt.ts"), http, security],
  },
  {
    path: "src/cli/",
    mayImport: [...commandLine, ...machinery, catalog, records, runtime("jwt.ts"), http, security],
  },
  // Loads the command that was typed.
  {
    path: cli("index.ts"),
    mayImport: [
      "src/cli/",
      "src/commands/",
      "src/commands/dev/command.ts",
      "src/commands/migrate/command.ts",
      "src/commands/token-",
      ...commandLine,
      ...machinery,
    ],
  },
  // Codes, hints and the one exit: every room of the command line may throw a CliError.
  { path: cli("terminal/errors.ts"), mayImport: [] },
  { path: cli("terminal/closest.ts"), mayImport: [] },
  { path: cli("terminal/"), mayImport: [...commandLine, cli("plan/")] },
  {
    path: cli("completion/"),
    mayImport: [cli("manifest.ts"), catalog, "src/templates/frameworks/", stores, "src/templates/plugins/"],
  },
  { path: cli("project/"), mayImport: [...commandLine, catalog] },
  { path: cli("edit/text-edit.ts"), mayImport: [] },
  // Where lines, indents and blanks are: needs no parser.
  { path: cli("source/layout.ts"), mayImport: [] },
  // The pages as data: where a configuration puts them is what the runtime does with it.
  { path: cli("source/"), mayImport: [cli("edit/text-edit.ts"), cli("source/layout.ts"), pageTable] },
  {
    path: cli("formats/"),
    mayImport: [cli("edit/text-edit.ts"), ...["layout.ts", ""].map((name) => cli(`source/${name}`))],
  },
  { path: cli("edit/"), mayImport: ["edit/text-edit.ts", "source/", "source/layout.ts"].map(cli) },
  { path: cli("plan/"), mayImport: [...commandLine, cli("plan/old-auth.ts"), cli("project/"), catalog] },
  // Is there an older library that `auth migrate` takes over?
  {
    path: cli("plan/old-auth.ts"),
    mayImport: [...commandLine, ...["project/", "migrate/"].map(cli)],
  },
  { path: cli("apply/"), mayImport: [...commandLine, cli("plan/"), cli("project/")] },
  // The tables as data, and the statements that make them.
  {
    path: cli("database/"),
    mayImport: [...commandLine, cli("project/"), tables, statements, names, optionalTables],
  },
  { path: cli("migrate/"), mayImport: [...commandLine, cli("plan/"), cli("project/"), catalog] },
  {
    path: cli("doctor/"),
    mayImport: [
      ...commandLine,
      ...["project/", "plan/", "plan/old-auth.ts", "terminal/"].map(cli),
      catalog,
      "src/providers/kit/",
    ],
  },
  {
    path: cli("dev-server/"),
    mayImport: [records, "src/providers/kit/", cli("formats/"), cli("source/layout.ts")],
  },
  { path: "src/templates/", mayImport: [] },
  {
    path: frameworks,
    mayImport: [...commandLine, ...["project/", "plan/", "doctor/"].map(cli)],
  },
  // The tables as data, and the statements that make them: a migration says what the stores of the runtime expect.
  {
    path: stores,
    mayImport: [
      ...commandLine,
      frameworks,
      ...["project/", "plan/", "database/"].map(cli),
      tables,
      statements,
    ],
  },
  // The tables of plugins as data.
  {
    path: "src/templates/plugins/",
    mayImport: [
      "src/templates/",
      ...["password/", "two-factor/", "account/", "access-tokens/"].map((id) => runtime(`plugins/${id}`)),
    ],
  },
  {
    path: "src/providers/",
    mayImport: [
      ...[
        "kit/",
        "kit/from-oidc-record.ts",
        "kit/mail-flows.ts",
        "kit/token-dialect.ts",
        "kit/userinfo-dialect.ts",
        "functions/",
        "marks/",
        "profiles/",
        "webauthn.ts",
      ].map((name) => `src/providers/${name}`),
      options,
    ],
  },
  // Load what their protocol needs beyond OAuth 2 when it is used.
  {
    path: "src/providers/steam.ts",
    mayImport: [
      ...["kit/", "kit/userinfo-dialect.ts", "marks/"].map((name) => `src/providers/${name}`),
      runtime("oauth/"),
    ],
  },
  {
    path: "src/providers/kit/from-oidc-record.ts",
    mayImport: ["src/providers/kit/", runtime("oauth/")],
  },
  // Load the flows of their kind when one is used.
  {
    path: "src/providers/webauthn.ts",
    mayImport: [runtime("flows/passkeys.ts"), runtime("webauthn/problems.ts")],
  },
  { path: "src/providers/credentials.ts", mayImport: [runtime("flows/credentials.ts")] },
  { path: "src/providers/kit/mail-flows.ts", mayImport: [runtime("flows/email.ts")] },
  { path: "src/providers/kit/token-dialect.ts", mayImport: [runtime("oauth/token-dialect.ts")] },
  { path: "src/providers/kit/userinfo-dialect.ts", mayImport: [runtime("oauth/userinfo-dialect.ts")] },
  { path: "src/providers/marks/", mayImport: [] },
  { path: "src/providers/profiles/", mayImport: [] },
  {
    path: "src/providers/kit/",
    mayImport: [options, errors, runtime("pages/"), safeValues, ownMail, "src/providers/kit/mail-flows.ts"],
  },
  { path: "src/providers/functions/", mayImport: [options, errors] },
  { path: runtime("types/"), mayImport: [] },
  { path: sharedError, mayImport: [] },
  { path: errorFacts, mayImport: [] },
  { path: errors, mayImport: [errorFacts, sharedError] },
  { path: options, mayImport: [] },
  { path: safeValues, mayImport: [] },
  { path: ownMail, mayImport: [errors, safeValues, security] },
  { path: compact, mayImport: [] },
  { path: runtime("pages/"), mayImport: [safeValues] },
  // Comes with the languages of an app: the pages know their types alone.
  { path: runtime("languages/"), mayImport: [errors] },
  // English stands where it is shown; the one module of it gathers it.
  {
    path: runtime("messages/"),
    mayImport: [
      runtime("languages/"),
      runtime("pages/"),
      "src/providers/kit/",
      ...["password/", "two-factor/", "account/"].map((id) => runtime(`plugins/${id}`)),
    ],
  },
  { path: logger, mayImport: [errors] },
  { path: events, mayImport: [errors] },
  { path: http, mayImport: [errors, sharedError] },
  { path: security, mayImport: [errors, http] },
  // On use: what a provider's record says of an address.
  {
    path: runtime("accounts/"),
    mayImport: [errors, compact, events, security, "src/providers/kit/email-verified.ts"],
  },
  { path: runtime("sessions/"), mayImport: [errors, compact, http, security] },
  { path: runtime("jwt.ts"), mayImport: [errors, http, security, runtime("settings/")] },
  { path: runtime("oauth/"), mayImport: [errors, options, compact, http, security] },
  { path: runtime("webauthn/"), mayImport: [errors, http, security] },
  // Stands in for the modules of providers.
  { path: byHand, mayImport: [runtime("oauth/"), runtime("flows/"), pageAddresses] },
  { path: pageAddresses, mayImport: [errors, http, pageTable, runtime("settings/")] },
  { path: pageTable, mayImport: [] },
  {
    path: runtime("settings/"),
    mayImport: [
      errors,
      options,
      compact,
      logger,
      events,
      ownMail,
      safeValues,
      http,
      security,
      runtime("sessions/"),
      runtime("shared-store/memory.ts"),
      byHand,
      devEndpoints,
    ],
  },
  // In development alone: mails are written as they would be sent, and caught.
  {
    path: devEndpoints,
    mayImport: [errors, security, runtime("settings/"), "src/providers/kit/mail-body.ts"],
  },
  {
    path: runtime("flows/"),
    mayImport: [
      errors,
      options,
      compact,
      safeValues,
      http,
      security,
      runtime("oauth/"),
      runtime("webauthn/"),
      runtime("accounts/"),
      runtime("pages/"),
      byHand,
      ownMail,
      // On use, by providers that send mails.
      "src/providers/kit/mail-body.ts",
    ],
  },
  // Loaded with the plugins of an app: the core knows their types alone.
  {
    path: runtime("plugins/"),
    mayImport: [
      errors,
      sharedError,
      http,
      security,
      runtime("routes.ts"),
      runtime("events.ts"),
      runtime("flows/"),
      runtime("accounts/"),
      runtime("pages/"),
      runtime("plugins/senders.ts"),
    ],
  },
  {
    path: runtime("plugins/password/"),
    mayImport: [
      errors,
      safeValues,
      http,
      security,
      ...["plugins/", "plugins/send-mail.ts", "flows/", "accounts/", "pages/"].map(runtime),
    ],
  },
  // Mails go out by a provider's transport, in its layout, and to `auth dev` while developing.
  {
    path: runtime("plugins/send-mail.ts"),
    mayImport: [errors, runtime("flows/language.ts"), runtime("settings/"), ownMail, "src/providers/kit/"],
  },
  // Finished as the core finishes those that sign in.
  { path: runtime("plugins/senders.ts"), mayImport: [runtime("settings/provider.ts")] },
  {
    path: runtime("plugins/two-factor/"),
    mayImport: [
      errors,
      safeValues,
      http,
      security,
      runtime("plugins/"),
      runtime("flows/page-facts.ts"),
      runtime("pages/"),
      runtime("webauthn/"),
    ],
  },
  {
    path: runtime("plugins/account/"),
    mayImport: [
      runtime("plugins/send-mail.ts"),
      errors,
      initials,
      safeValues,
      http,
      security,
      runtime("events.ts"),
      runtime("flows/"),
      runtime("pages/"),
      runtime("plugins/"),
      runtime("sessions/"),
      runtime("settings/"),
      serverFunctions,
    ],
  },
  {
    path: runtime("plugins/access-tokens/"),
    mayImport: [
      errors,
      compact,
      security,
      runtime("events.ts"),
      runtime("oauth/"),
      runtime("pages/"),
      runtime("plugins/"),
      runtime("settings/development.ts"),
    ],
  },
  ...core.map((path) => ({ path, mayImport: coreMayImport })),
  { path: serverFunctions, mayImport: [...core, errors, http, security, runtime("flows/")] },
  {
    path: runtime("integrations/"),
    mayImport: [...core, errors, options, logger, http, security, runtime("settings/"), serverFunctions],
  },
  { path: runtime("client/"), mayImport: [] },
  { path: initials, mayImport: [] },
  { path: runtime("react/"), mayImport: [runtime("client/"), initials] },
  { path: runtime("adapters/"), mayImport: [errors] },
  { path: optionalTables, mayImport: [] },
  // The kit signs people in over a store.
  {
    path: runtime("adapters/testing/"),
    mayImport: [runtime("adapters/"), runtime("index.ts")],
  },
  { path: runtime("shared-store/"), mayImport: [] },
  // Sessions for the tests of apps, as a sign-in makes them.
  {
    path: runtime("testing/"),
    mayImport: [http, runtime("settings/"), runtime("adapters/")],
  },
];

/** Packages that only the named files may import; everything else is not a dependency of ours at all. */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  commander: [cli("index.ts")],
  "fast-wrap-ansi": [cli("terminal/wrap.ts")],
  "@clack/prompts": [cli("terminal/prompts.ts")],
  // The package manager, and the project's own compiler.
  execa: [cli("apply/install.ts"), cli("migrate/type-check.ts")],
  diff: [cli("plan/diff.ts"), cli("plan/merge.ts")],
  "damerau-levenshtein": [cli("terminal/closest.ts")],
  ignore: [cli("formats/ignore-file.ts")],
  picomatch: [cli("formats/workspace-file.ts")],
  yaml: [cli("formats/workspace-file.ts"), cli("formats/lock-file.ts")],
  semver: [cli("project/versions.ts"), cli("doctor/checks/packages.ts"), cli("migrate/package.ts")],
  "ts-morph": [cli("source/syntax.ts")],
  "handlebars/runtime.js": ["src/templates/render.ts"],
  oauth4webapi: [runtime("oauth/")],
  jose: [runtime("oauth/"), "src/providers/functions/", cli("dev-server/")],
  cookie: [http],
  uqr: [runtime("plugins/two-factor/qr-code.ts")],
  // Optional peers, loaded on use.
  fastify: [runtime("integrations/fastify.ts"), runtime("integrations/fastify-adapter.ts")],
  h3: [runtime("integrations/h3.ts")],
  hono: [runtime("integrations/hono.ts"), runtime("integrations/hono-adapter.ts")],
  "@nestjs/common": [runtime("integrations/nest.ts"), runtime("integrations/nest-guard.ts")],
  "@nestjs/core": [runtime("integrations/nest.ts"), runtime("integrations/nest-guard.ts")],
  next: [runtime("integrations/next/"), "src/templates/frameworks/next/"],
  "@simplewebauthn/server": ["src/providers/webauthn.ts"],
  nodemailer: ["src/providers/nodemailer.ts"],
  "@node-rs/argon2": [runtime("plugins/password/hashes/packages.ts")],
  bcryptjs: [runtime("plugins/password/hashes/packages.ts")],
  react: [runtime("react/")],
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
  runtime("integrations/node-adapter.ts"),
];

export const limits = { lines: 300, integrationLines: 120 } as const;

/** `process.exit` ends a program; only this file may. */
export const exitFile = cli("terminal/errors.ts");

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
  runtime("languages/host.ts"),
  runtime("plugins/access-tokens/index.ts"),
  runtime("plugins/session-states.ts"),
  runtime("plugins/watch-sessions.ts"),
  runtime("settings/resolve-config.ts"),
  pageAddresses,
  runtime("settings/env.ts"),
  runtime("security/keys.ts"),
  runtime("oauth/discovery.ts"),
  // Random bytes that nobody has had yet.
  runtime("security/crypto-node.ts"),
];

// data file
/** Every command and flag of the program, as data: help, parsing and the tests come from here. */

import { packageName } from "../../cli/formats/own-package.js";
import { frameworkIds, layoutFrameworks } from "./framework-lists.js";

/** What a flag or an argument can be, where that is known. */
export type Values =
  | "provider"
  | "plugin"
  | "framework"
  | "package-manager"
  | "session"
  | "adapter"
  | "dialect"
  | "shell"
  | "file"
  | "folder";

export interface FlagSpec {
  /** As commander reads it: `--env <path>`. */
  readonly flags: string;
  readonly help: string;
  readonly values?: Values;
  /** May be given several times. */
  readonly repeatable?: boolean;
}

export interface CommandSpec {
  /** Words of the command. */
  readonly name: string;
  /** As commander reads them: `<id...>`. */
  readonly args?: string;
  /** What the argument can be. */
  readonly values?: Values;
  readonly help: string;
  readonly flags: readonly FlagSpec[];
  readonly examples: readonly string[];
  /** Changes the project: takes {@link writeFlags} too. */
  readonly writes?: boolean;
}

/** Where the search for the configuration is not wanted, or finds several. */
const configFlag: FlagSpec = {
  flags: "--config <path>",
  help: "file with the configuration",
  values: "file",
};

/** Nothing else says where the database is. */
const urlEnvFlag: FlagSpec = {
  flags: "--url-env <name>",
  help: "variable with the database URL, in the environment or an env file (default: DATABASE_URL)",
};

export const globalFlags: readonly FlagSpec[] = [
  { flags: "-C, --cwd <dir>", help: "work in this folder", values: "folder" },
  { flags: "--json", help: "one JSON document on stdout" },
  { flags: "-y, --yes", help: "take the defaults, ask nothing" },
  { flags: "--no-input", help: "never ask; exit with code 2 if an answer is missing" },
  { flags: "--dry-run", help: "show the plan and the diff, write nothing" },
  { flags: "--color", help: "colours, even in a pipe" },
  { flags: "--no-color", help: "no colours" },
  { flags: "--quiet", help: "results and errors only" },
  { flags: "--verbose", help: "more about failures" },
];

export const writeFlags: readonly FlagSpec[] = [
  { flags: "--force", help: "replace files that are in the way (auth undo restores them)" },
  { flags: "--no-install", help: "do not run the package manager" },
  { flags: "--plan <id>", help: "carry out the plan with this id, which --dry-run --json shows, or nothing" },
  { flags: "--package-manager <name>", help: "npm, pnpm, yarn or bun", values: "package-manager" },
  { flags: "--env <path>", help: "env file to write", values: "file" },
];

/** What the commands of two words do that share the first. */
export const commandGroups: Readonly<Record<string, string>> = {
  test: "write tests for the guards of the app",
  secret: "make, rotate and check the secret that seals sessions",
  db: "make the tables of the database, and delete expired rows",
  users: "who is an administrator, who is kept out, whose sessions end",
  token: "make and read session tokens",
};

export const commands: readonly CommandSpec[] = [
  {
    name: "init",
    help: "set up sign-in in this project",
    writes: true,
    flags: [
      {
        flags: "--framework <id>",
        help: `${frameworkIds}; default: what the project uses`,
        values: "framework",
      },
      {
        flags: "--provider <id...>",
        help: "providers to begin with: several, with commas, or repeated (default: github)",
        values: "provider",
        repeatable: true,
      },
      {
        flags: "--plugin <id...>",
        help: "plugins to begin with, such as password: several, with commas, or repeated; adds a store too",
        values: "plugin",
        repeatable: true,
      },
      {
        flags: "--transport <id>",
        help: "provider that sends the mails of email and of plugins: nodemailer (default), resend, ses, ..., or none",
      },
      {
        flags: "--sign-in-links",
        help: "let the provider that sends the mails of plugins sign in by links too",
      },
      {
        flags: "--session <strategy>",
        help: "jwt: in the cookie (default), or database: adds a store too",
        values: "session",
      },
      {
        flags: "--adapter <id>",
        help: "keep users in a database: an id of auth add-adapter",
        values: "adapter",
      },
      {
        flags: "--dialect <name>",
        help: "for kysely: sqlite, postgres or mysql (default: what the project uses, else a SQLite file)",
        values: "dialect",
      },
      {
        flags: "--server <path>",
        help: "file that creates the server, such as with express() or new Hono()",
        values: "file",
      },
      {
        flags: "--base-path <path>",
        help: "path of the endpoints (default: /auth, or /api/auth where the app has routes below it)",
      },
      configFlag,
      {
        flags: "--layout",
        help: `add a sign-in button and the menu of the user to the root layout: ${layoutFrameworks}`,
      },
      { flags: "--agents", help: "tell coding agents how sign-in works here, in a section of AGENTS.md" },
      { flags: "--esm", help: "set package.json and tsconfig.json to ES modules" },
    ],
    examples: [
      `npx ${packageName} init`,
      `npx ${packageName} init --yes --provider github,google`,
      `npx ${packageName} init --yes --plugin password,account --transport resend`,
      `npx ${packageName} init --dry-run`,
    ],
  },
  {
    name: "add-provider",
    args: "<id...>",
    values: "provider",
    help: "add providers to the configuration",
    writes: true,
    flags: [
      configFlag,
      { flags: "--client-id <id>", help: "client id of the provider (of one provider)" },
      { flags: "--client-secret-stdin", help: "read the client secret from stdin" },
      { flags: "--issuer <url>", help: "issuer, for providers that have one per customer" },
      {
        flags: "--verify",
        help: "ask the provider first: issuer, keys, client id, callback URL, secret; write nothing when one is wrong",
      },
      {
        flags: "--param <name=value>",
        help: "parameter of the provider, such as a tenant; may be repeated",
        repeatable: true,
      },
      {
        flags: "--transport <id>",
        help: "provider that sends the mails: nodemailer (default), resend, ses, ...",
      },
      {
        flags: "--adapter <id>",
        help: "store for links and passkeys if the project has none (default: what the project uses)",
        values: "adapter",
      },
      {
        flags: "--dialect <name>",
        help: "for kysely: sqlite, postgres or mysql (default: what the project uses, else a SQLite file)",
        values: "dialect",
      },
      {
        flags: "--session <strategy>",
        help: "where sessions are kept once there is a store: jwt (in the cookie, default) or database",
        values: "session",
      },
    ],
    examples: [
      "auth add-provider google discord",
      "auth add-provider email --transport resend",
      "auth add-provider gitlab --param baseUrl=https://gitlab.example.com",
      'printf %s "$SECRET" | auth add-provider github --client-id abc --client-secret-stdin',
    ],
  },
  {
    name: "remove-provider",
    args: "<id...>",
    values: "provider",
    help: "remove providers from the configuration",
    writes: true,
    flags: [configFlag],
    examples: ["auth remove-provider google", "auth remove-provider google discord --dry-run"],
  },
  {
    name: "add-adapter",
    args: "<id>",
    values: "adapter",
    help: "keep users, accounts and sessions in a database",
    writes: true,
    flags: [
      configFlag,
      {
        flags: "--dialect <name>",
        help: "for kysely: sqlite, postgres or mysql (default: what the project uses, else a SQLite file)",
        values: "dialect",
      },
      {
        flags: "--session <strategy>",
        help: "where sessions are kept: database (default with a store) or jwt (in the cookie)",
        values: "session",
      },
    ],
    examples: [
      "auth add-adapter kysely",
      "auth add-adapter drizzle",
      "auth add-adapter pg",
      "auth add-adapter @auth/mongodb-adapter",
      "auth add-adapter kysely --dialect postgres --session jwt",
      "auth add-adapter kysely --dry-run",
    ],
  },
  {
    name: "add-plugin",
    args: "<id...>",
    values: "plugin",
    help: "add plugins to the configuration, with their tables",
    writes: true,
    flags: [
      configFlag,
      {
        flags: "--transport <id>",
        help: "provider that sends the mails of plugins if the project has none: nodemailer (default), resend, ses, ..., or none",
      },
      {
        flags: "--sign-in-links",
        help: "let the provider that sends the mails of plugins sign in by links too",
      },
      {
        flags: "--adapter <id>",
        help: "store for the rows of plugins if the project has none: an id of auth add-adapter",
        values: "adapter",
      },
      {
        flags: "--dialect <name>",
        help: "for kysely: sqlite, postgres or mysql (default: what the project uses, else a SQLite file)",
        values: "dialect",
      },
      {
        flags: "--session <strategy>",
        help: "where sessions are kept once there is a store: jwt (in the cookie, default) or database",
        values: "session",
      },
    ],
    examples: [
      "auth add-plugin password --transport resend",
      "auth add-plugin two-factor,account,access-tokens",
      "auth add-plugin two-factor --adapter kysely",
      "auth add-plugin two-factor --dry-run",
    ],
  },
  {
    name: "remove-plugin",
    args: "<id...>",
    values: "plugin",
    help: "remove plugins from the configuration; their tables stay",
    writes: true,
    flags: [configFlag],
    examples: ["auth remove-plugin two-factor", "auth remove-plugin two-factor --dry-run"],
  },
  {
    name: "add-role",
    args: "<role...>",
    help: "give users roles, in the session and its types",
    writes: true,
    flags: [configFlag],
    examples: ["auth add-role admin", "auth add-role admin content-editor --dry-run"],
  },
  {
    name: "add-docker",
    help: "write the files that run the app in containers behind a proxy",
    writes: true,
    flags: [configFlag],
    examples: ["auth add-docker", "auth add-docker --dry-run"],
  },
  {
    name: "protect",
    args: "<path...>",
    help: "guard paths of the app and everything below them: visitors have to sign in",
    writes: true,
    flags: [
      configFlag,
      {
        flags: "--organization <name>",
        help: "let in members of the organisation that this part of the path names; of the plugin organizations",
      },
      { flags: "--role <names>", help: "require this role too, or one of several: admin,owner" },
      {
        flags: "--can <permissions>",
        help: "with --organization: require these permissions of the member's role",
      },
      { flags: "--factor <id>", help: "require that a second factor was shown: two-factor, of the plugin" },
      {
        flags: "--max-age <seconds>",
        help: "require a sign-in that isn't older; with --factor: that it was shown since then",
      },
    ],
    examples: [
      "auth protect /dashboard",
      "auth protect /admin --role admin",
      'auth protect "/teams/*/settings" /api/orders',
      "auth protect /account/delete --max-age 300 --dry-run",
      "auth protect /transfer --factor two-factor --max-age 300",
      'auth protect "/teams/:team" --organization team --role admin',
    ],
  },
  {
    name: "test init",
    help: "write a test of who gets what at every route: nobody, a user, and a user of each role",
    writes: true,
    flags: [configFlag],
    examples: ["auth test init", "auth test init --dry-run"],
  },
  {
    name: "secret generate",
    help: "make a secret for AUTH_SECRET",
    writes: true,
    flags: [
      { flags: "--raw", help: "print only the secret" },
      { flags: "--write", help: "write it to the env file if there is none yet" },
    ],
    examples: [
      "auth secret generate",
      "AUTH_SECRET=$(auth secret generate --raw)",
      "auth secret generate --write",
    ],
  },
  {
    name: "secret rotate",
    help: "add a new secret; the old ones still open the sessions that they encrypted",
    writes: true,
    flags: [
      {
        flags: "--stage",
        help: "with several processes, first step: add the new secret as AUTH_SECRET_NEXT, which decrypts and never encrypts",
      },
      {
        flags: "--promote",
        help: "second step, once every process has it: rename AUTH_SECRET_NEXT to the next free AUTH_SECRET_1 to 3",
      },
      {
        flags: "--drop-oldest",
        help: "remove the oldest secret instead; its sessions end, and undo can't restore it",
      },
    ],
    examples: [
      "auth secret rotate",
      "auth secret rotate --stage",
      "auth secret rotate --promote",
      "auth secret rotate --drop-oldest",
    ],
  },
  {
    name: "secret check",
    help: "list the secrets, how strong they are and who can read them",
    flags: [],
    examples: ["auth secret check", "auth secret check --json"],
  },
  {
    name: "db migrate",
    help: "create missing tables and indexes, in the database that a variable names",
    flags: [urlEnvFlag, configFlag],
    examples: [
      "auth db migrate --dry-run",
      "auth db migrate --yes",
      "auth db migrate --url-env POSTGRES_URL",
    ],
  },
  {
    name: "db cleanup",
    help: "delete expired sessions, one-time tokens and rows of plugins",
    flags: [
      urlEnvFlag,
      { flags: "--batch <rows>", help: "most rows that one statement deletes (default: 1000)" },
    ],
    examples: ["auth db cleanup --yes", "auth db cleanup --dry-run", "auth db cleanup --batch 200 --json"],
  },
  {
    name: "users list",
    help: "list users in the order of their addresses, 50 at a time",
    flags: [urlEnvFlag, { flags: "--from <text>", help: "how the first address begins" }],
    examples: ["auth users list", "auth users list --from ada", "auth users list --json"],
  },
  {
    name: "users show",
    args: "<user>",
    help: "show one user: ways in, sessions, grant, ban",
    flags: [urlEnvFlag],
    examples: ["auth users show ada@example.com", "auth users show 42 --json"],
  },
  {
    name: "users grant",
    args: "<user>",
    help: "make a user an administrator of the plugin admin",
    flags: [urlEnvFlag],
    examples: ["auth users grant ada@example.com", "auth users grant 42 --dry-run"],
  },
  {
    name: "users revoke",
    args: "<user>",
    help: "take the grant of an administrator back",
    flags: [urlEnvFlag],
    examples: ["auth users revoke ada@example.com"],
  },
  {
    name: "users ban",
    args: "<user>",
    help: "keep a user out, and end all their sessions",
    flags: [
      urlEnvFlag,
      { flags: "--reason <text>", help: "why, for other administrators" },
      { flags: "--until <day>", help: "when it ends by itself (default: never)" },
    ],
    examples: [
      'auth users ban eve@example.com --reason "spam"',
      'auth users ban eve@example.com --reason "spam" --until 2031-01-31',
    ],
  },
  {
    name: "users unban",
    args: "<user>",
    help: "let a banned user in again",
    flags: [urlEnvFlag],
    examples: ["auth users unban eve@example.com"],
  },
  {
    name: "users sign-out",
    args: "<user>",
    help: "end all sessions of a user",
    flags: [urlEnvFlag],
    examples: ["auth users sign-out ada@example.com"],
  },
  {
    name: "token encode",
    args: "[claims]",
    help: "make a session token for tests and experiments",
    flags: [
      {
        flags: "--secret-env <name>",
        help: "variable that holds the secret (default: the newest of AUTH_SECRET and its successors)",
      },
      { flags: "--secret-stdin", help: "read the secret from stdin" },
      { flags: "--cookie-name <name>", help: "name of the cookie (default: authjs.session-token)" },
      { flags: "--max-age <seconds>", help: "life of the token (default: 2592000, 30 days)" },
      { flags: "--cookie", help: "print a Cookie header with the token, in chunks if it is long" },
      { flags: "--env <path>", help: "env file to read the secret from", values: "file" },
    ],
    examples: [
      'auth token encode \'{"sub":"1","name":"Ada"}\'',
      "auth token encode - < claims.json",
      'curl -H "$(auth token encode --cookie \'{"sub":"1"}\')" http://localhost:3000/account',
    ],
  },
  {
    name: "token decode",
    args: "[token]",
    help: "decrypt a session token or a Cookie header and explain what failed",
    flags: [
      {
        flags: "--secret-env <name>",
        help: "variable that holds the secret (default: AUTH_SECRET and its successors)",
      },
      { flags: "--secret-stdin", help: "read the secret from stdin" },
      { flags: "--cookie-name <name>", help: "name of the cookie (default: the known names)" },
      { flags: "--env <path>", help: "env file to read the secret from", values: "file" },
    ],
    examples: [
      "auth token decode eyJhbGciOiJkaXIi...",
      "pbpaste | auth token decode -",
      "auth token decode --json - < cookie.txt",
    ],
  },
  {
    name: "dev",
    args: "[command...]",
    help: "start your app with a local identity provider and mail catcher that simulate every provider",
    flags: [
      { flags: "--as <name>", help: "sign in as this user without being asked: an id, name or address" },
      { flags: "--open", help: "open the page of auth dev in the browser" },
      { flags: "--port <number>", help: "port of the identity provider (default: a free one)" },
      configFlag,
      { flags: "--package-manager <name>", help: "npm, pnpm, yarn or bun", values: "package-manager" },
    ],
    examples: [
      "auth dev",
      "auth dev --as mira",
      "auth dev -- next dev -p 4000",
      "auth dev -- node server.js",
    ],
  },
  {
    name: "doctor",
    help: "find what is wrong with this project, or with a running app",
    flags: [
      { flags: "--url <url>", help: "also test a sign-in with the app at this URL" },
      { flags: "--url-env <name>", help: "also read the database whose URL this variable holds" },
      { flags: "--fix", help: "repair what can be repaired safely; shows the plan first" },
      { flags: "--no-install", help: "with --fix: do not run the package manager" },
      configFlag,
    ],
    examples: [
      "auth doctor",
      "auth doctor --fix",
      "auth doctor --url https://app.example.com",
      "auth doctor --url-env DATABASE_URL",
    ],
  },
  {
    name: "upgrade",
    help: "update a project of an earlier release: its files, and a list of what behaves differently",
    writes: true,
    flags: [configFlag],
    examples: ["auth upgrade --dry-run", "auth upgrade"],
  },
  {
    name: "migrate",
    help: "migrate this project from next-auth 4 or 5, @auth/core, /express or /sveltekit, @sidebase/nuxt-auth (no user is signed out) or nuxt-auth-utils",
    writes: true,
    flags: [
      { flags: "--diff", help: "with --dry-run: print the whole diff, not only the summary and the files" },
      {
        flags: "--alias",
        help: "change no code: install this package in place of @auth/core, below the integration that the app has",
      },
      {
        flags: "--from <version|tarball>",
        help: "with --alias: what to install (default: what this command line was installed from)",
        values: "file",
      },
    ],
    examples: [
      "auth migrate --dry-run",
      "auth migrate --dry-run --diff",
      "auth migrate",
      "auth migrate --alias --dry-run",
      "auth migrate --cwd apps/web --json",
    ],
  },
  {
    name: "undo",
    args: "[id]",
    help: "undo the last plan, or the one with this id; later changes of yours stay",
    flags: [
      {
        flags: "--force",
        help: "leave files whose same lines have changed since, and undo the rest; undo a plan that you did not apply on this machine",
      },
    ],
    examples: ["auth undo", "auth undo --dry-run", "auth undo 3f2a9c01b7de"],
  },
  {
    name: "providers",
    args: "[query...]",
    values: "provider",
    help: "search the providers; show <id> prints all about one",
    flags: [],
    examples: ["auth providers micro", "auth providers show github", "auth providers --json"],
  },
  {
    name: "completion",
    args: "<shell>",
    values: "shell",
    help: "print a completion script for bash, zsh, fish or pwsh",
    flags: [],
    examples: [
      "source <(auth completion bash)",
      "source <(auth completion zsh)",
      "auth completion fish | source",
      "auth completion pwsh | Out-String | Invoke-Expression",
    ],
  },
  {
    name: "info",
    help: "print what the command line knows about this project",
    flags: [
      { flags: "--package-manager <name>", help: "npm, pnpm, yarn or bun", values: "package-manager" },
      configFlag,
    ],
    examples: ["auth info", "auth info --json"],
  },
  {
    name: "mcp",
    help: "serve the commands to a coding agent as tools, over stdin and stdout; read-only without --write",
    flags: [
      { flags: "--write", help: "let the agent carry out plans that it has shown, and take them back" },
    ],
    examples: [`npx --no ${packageName} mcp`, `npx --no ${packageName} mcp --write`],
  },
];

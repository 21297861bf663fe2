// data file
/** Every static finding: what it says, why it matters, what to do. The pages in docs/doctor are made from it. */

import { packageName } from "../formats/own-package.js";

export type Level = "error" | "warning" | "hint";

export interface CodePage {
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** What causes it, as it stands in a project. */
  readonly example: string;
  /** What `--fix` does about it, where one edit is right whatever the app is meant to do; left out: a person decides. */
  readonly repair?: string;
}

const pagesOf =
  (level: Level) =>
  (what: string, why: string, fix: string, example: string): CodePage => ({ level, what, why, fix, example });

/** With what `--fix` does about it. */
const repaired = (page: CodePage, repair: string): CodePage => ({ ...page, repair });

const error = pagesOf("error");
const warning = pagesOf("warning");
const hint = pagesOf("hint");

const leaked =
  "A secret that others can read lets them sign sessions: it has to be replaced, not only hidden.";
const oneSet =
  "Two handlers answer the same address; which one wins depends on the framework, and only one has your configuration.";
const proxied =
  "Behind a proxy the app sees the proxy's address. In production an unknown host is refused, so every endpoint answers 500 (UntrustedHost).";
const rotates =
  "puts a new secret in front, as `auth secret rotate` does. The old one goes on opening the sessions that it sealed. Not where git tracks the file, or another secret is announced.";
const openCookie = "Whoever can read or replace the cookie has the session.";

export const codes = {
  // The project
  AUTH_D_NO_CONFIG: error(
    "No file of this project has a sign-in configuration.",
    "There is nothing to check, and no user can sign in.",
    `npx ${packageName} init`,
    "a project without auth.ts",
  ),
  AUTH_D_SEVERAL_CONFIGS: error(
    "Several files hold a sign-in configuration.",
    "The command can't tell which one the app uses, so nothing was checked.",
    "auth doctor --config src/auth.ts",
    "two files that call the handler, neither of them imported by the server",
  ),
  AUTH_D_UNREADABLE: hint(
    "A part of the configuration can't be read from the files.",
    "It is created while the app runs, or by another package. What depends on it wasn't checked, and commands can't change it.",
    "providers: [GitHub, Google]",
    "a list that another package returns",
  ),
  AUTH_D_SYNTAX: error(
    "The configuration has a syntax error.",
    "The app does not start, and nothing else can be read.",
    "Correct that line, or the code above it.",
    "providers: [GitHub,,",
  ),
  AUTH_D_NOT_DECLARED: error(
    "The code imports the package, and package.json does not name it.",
    "A fresh install, such as in a deployment, does not have it.",
    "npm install authwright",
    'no "authwright" in dependencies',
  ),
  AUTH_D_OLD_IMPORT: repaired(
    error(
      "Code names next-auth or @auth/*, which the app does not have, or a name of theirs.",
      "It was copied from an older app, or written from memory. The app ends with a module that is not found. The finding shows the line to write in its place. `name: …` is about a name that has no counterpart.",
      'import { useSession } from "authwright/react";',
      'import { useSession } from "next-auth/react";',
    ),
    "writes that line, and `auth()` for calls of `getServerSession`. Not where a name has no counterpart, `withAuth` is called, or the file has another `auth`.",
  ),
  AUTH_D_NOT_INSTALLED: error(
    "A package that sign-in needs is named in package.json and not installed.",
    "The app ends with ERR_MODULE_NOT_FOUND.",
    "npm install",
    "no node_modules/authwright",
  ),
  AUTH_D_VERSION: warning(
    "Another version is installed than package.json asks for.",
    "You test one version and deploy another.",
    "npm install",
    '"authwright": "^0.2.0" with 0.1.0 installed',
  ),
  AUTH_D_TWO_COPIES: warning(
    "The package is installed twice.",
    "Error classes and symbols of one copy are unknown to the other: instanceof and skipCSRFCheck fail silently.",
    "npm dedupe",
    "node_modules/shared/node_modules/authwright",
  ),
  AUTH_D_FOREIGN_LIBRARY: warning(
    "Another sign-in library is installed beside this one.",
    "Two libraries write cookies of the same names and read each other's variables.",
    "Move over, then remove it: npm uninstall <name>",
    '"next-auth" in dependencies',
  ),
  AUTH_D_KNOWN_HOLE: warning(
    "The lock file names a version of next-auth or @auth/core with a known hole.",
    "Attacks on it are published. The table is part of the package and has a date: what was found later is not in it. docs/security/advisories.md says what each hole is.",
    "npm install next-auth@latest",
    "next-auth 4.24.5 in package-lock.json",
  ),
  AUTH_D_NPM_AUTH: error(
    "package.json has the npm package `auth`, which is another product.",
    "`npx auth` then starts that program instead of ours.",
    "npm uninstall auth",
    '"auth": "^1.7.7"',
  ),
  AUTH_D_NODE_OLD: error(
    "The Node.js version is older than 20.19.",
    "The package is made of ES modules that older versions cannot load everywhere.",
    "Use Node.js 20.19 or newer.",
    "FROM node:18",
  ),
  AUTH_D_FRAMEWORK_OLD: error(
    "The framework is older than what the package supports.",
    "Next.js from 14, Express and Hono from 4, Fastify from 5, Koa from 3, NestJS from 11, Nuxt from 4 and h3 from 2 are tested. Older ones lack what the integration needs.",
    "npm install next@latest",
    '"next": "13.4.0"',
  ),
  AUTH_D_ESM: repaired(
    error(
      "The server uses import, and package.json does not say that it is an ES module.",
      "Node.js takes .js files for CommonJS then; a TypeScript build ends in require() of an ES module.",
      '"type": "module"',
      'no "type" beside import statements',
    ),
    "writes the line into package.json.",
  ),
  AUTH_D_WORKER_FLAGS: repaired(
    error(
      "The worker finds no variables in process.env.",
      "wrangler fills it where the compatibility flag nodejs_compat is set, with a compatibility date of 2025-04-01 or later, or the flag nodejs_compat_populate_process_env.",
      '"compatibility_flags": ["nodejs_compat"]',
      "wrangler.jsonc without compatibility_flags",
    ),
    "writes the flag, where the date allows it.",
  ),
  AUTH_D_TSCONFIG_RESOLUTION: repaired(
    error(
      "tsconfig.json resolves modules as TypeScript did before Node.",
      "TypeScript does not find authwright/express, authwright/next and the providers.",
      '"moduleResolution": "bundler"',
      '"moduleResolution": "classic"',
    ),
    'writes "bundler" in a Next.js app. Elsewhere the right value depends on how the app is built.',
  ),
  AUTH_D_JOURNAL: warning(
    "An earlier run was interrupted while it wrote.",
    "Some of its files may be there and others not.",
    "npx auth undo",
    ".auth/journal with a state that is not applied",
  ),
  AUTH_D_STATIC_EXPORT: error(
    "Next.js exports static files, and sign-in needs a server.",
    "Route handlers do not run in an export.",
    'Remove output: "export" from next.config.',
    'output: "export"',
  ),

  // Secrets
  AUTH_D_SECRET_MISSING: repaired(
    error(
      "There is no AUTH_SECRET.",
      "It encrypts sessions. In production every endpoint answers 500 (MissingSecret); in development, a new one at each start signs every user out.",
      "npx auth secret generate --write",
      "an env file without AUTH_SECRET",
    ),
    "writes a new secret into the env file, unless git tracks it.",
  ),
  AUTH_D_SECRET_SHORT: repaired(
    error(
      "The secret is shorter than 32 characters.",
      "It can be guessed, and production refuses it.",
      "npx auth secret generate",
      "AUTH_SECRET=abc123",
    ),
    rotates,
  ),
  AUTH_D_SECRET_OLD_SHORT: hint(
    "An older secret is shorter than 32 characters, or hardly random.",
    "It no longer encrypts new sessions and still decrypts old ones, so whoever guesses it can make sessions. Production allows it during a rotation.",
    "Run npx auth secret rotate --drop-oldest once the sessions that it encrypted have ended",
    "AUTH_SECRET=abc123 beside AUTH_SECRET_1 of 32 characters or more",
  ),
  AUTH_D_SECRET_PLACEHOLDER: repaired(
    error(
      "The secret is a placeholder.",
      "Its text is public: anybody can make a session for anybody.",
      "npx auth secret generate",
      "AUTH_SECRET=changeme",
    ),
    "puts a new secret in its place, unless git tracks the file. Who is signed in signs in once more.",
  ),
  AUTH_D_SECRET_WEAK: repaired(
    warning(
      "The secret is long, but hardly random.",
      "Repeated characters and words are guessed first.",
      "npx auth secret generate",
      "AUTH_SECRET=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ),
    rotates,
  ),
  AUTH_D_SECRET_IN_SOURCE: error(
    "The secret is in the source code.",
    leaked,
    "Move it: secret: process.env.AUTH_SECRET, or leave the line out",
    'secret: "..."',
  ),
  AUTH_D_CLIENT_SECRET_IN_SOURCE: error(
    "A client secret is in the source code.",
    "Everybody who can read the repository can act as your app.",
    "Leave it out: AUTH_<ID>_SECRET is read from the environment",
    'GitHub({ clientSecret: "..." })',
  ),
  AUTH_D_SECRET_IN_EXAMPLE: error(
    "The example env file holds a secret.",
    "That file is committed. " + leaked,
    "Leave the value empty and make a new secret: npx auth secret generate",
    ".env.example with AUTH_SECRET=...",
  ),
  AUTH_D_SECRET_IN_DEPLOY: error(
    "A deployment file holds the secret.",
    "Deployment files are committed, and images keep every layer. " + leaked,
    "Set it in the platform's secrets instead",
    "ENV AUTH_SECRET=... in a Dockerfile",
  ),
  AUTH_D_SECRET_LEFT_OUT: error(
    "A compose file keeps the rotated secret from the app.",
    "A container gets the variables that the file lists. Without the new one it goes on sealing with the old secret, and opens nothing that others seal.",
    'AUTH_SECRET_1: "${AUTH_SECRET_1:-}" below AUTH_SECRET',
    "compose.yaml with AUTH_SECRET alone, .env with AUTH_SECRET_1",
  ),
  AUTH_D_SECRET_PUBLIC: error(
    "A secret has a name that is built into the browser's code.",
    "NEXT_PUBLIC_, VITE_ and the like send the value to every visitor.",
    "Rename it to AUTH_SECRET and make a new one",
    "NEXT_PUBLIC_AUTH_SECRET=...",
  ),
  AUTH_D_ENV_TRACKED: error(
    "git tracks an env file that holds a secret.",
    leaked,
    "git rm --cached .env",
    ".env committed",
  ),
  AUTH_D_ENV_NOT_IGNORED: repaired(
    warning(
      "An env file with a secret is not ignored by git.",
      "The next git add -A commits it.",
      "Add the file's name to .gitignore",
      ".gitignore without .env",
    ),
    "adds the line.",
  ),
  AUTH_D_ENV_MODE: repaired(
    warning(
      "Others on this machine can read the env file.",
      "It holds secrets; only its owner should read it.",
      "chmod 600 .env",
      "-rw-r--r-- .env",
    ),
    "sets the mode.",
  ),
  AUTH_D_ENV_TWICE: warning(
    "A variable is set twice with different values in one file.",
    "The last one counts, and it is easy to edit the first.",
    "Remove one of the lines",
    "AUTH_URL twice in .env",
  ),

  // Environment
  AUTH_D_ENV_NOT_LOADED: warning(
    "Sign-in variables are in an env file that nothing loads.",
    "The app runs without them.",
    "Move them to the file that is loaded",
    ".env.production beside an Express app that loads .env",
  ),
  AUTH_D_ENV_NEVER_LOADED: repaired(
    error(
      "The app has an env file and never loads it.",
      "Node.js reads no env file by itself, so there is no secret at run time.",
      'process.loadEnvFile(".env")',
      "an Express app without dotenv, --env-file or loadEnvFile",
    ),
    "writes the line below the imports of the configuration.",
  ),
  AUTH_D_LEGACY_ENV: repaired(
    warning(
      "A variable has a name of next-auth 4.",
      "Only NEXTAUTH_SECRET and NEXTAUTH_URL are still read, and only while the new names are not set.",
      "Rename NEXTAUTH_URL to AUTH_URL",
      "NEXTAUTH_URL=...",
    ),
    "renames it, unless the new name is set or something else of the project reads the old one.",
  ),
  AUTH_D_ENV_NAME: repaired(
    warning(
      "A variable looks like one of ours and is never read.",
      "What it is meant to set stays unset.",
      "Use the name of docs/reference/environment.md",
      "AUTH_TRUSTED_HOST=true",
    ),
    "renames what is meant as AUTH_URL, unless that is set or something else of the project reads the name.",
  ),
  AUTH_D_ENV_LEFT_OUT: warning(
    "A compose file keeps variables of sign-in from the app.",
    "A container gets the variables that the file lists. What it leaves out is unset there, and a provider without its variables ends with an error.",
    'AUTH_GOOGLE_ID: "${AUTH_GOOGLE_ID:-}" below AUTH_SECRET',
    "compose.yaml with AUTH_SECRET, .env with AUTH_GOOGLE_ID",
  ),
  AUTH_D_ENV_DEFAULTS: warning(
    "setEnvDefaults gets a configuration without basePath.",
    "With an AUTH_URL that names the host alone, the endpoints are then at the root of the app.",
    'const config = { basePath: "/auth", providers: [] }',
    "setEnvDefaults(process.env, { providers: [] })",
  ),
  AUTH_D_MAIL_HOST: warning(
    "Auth trusts every host, and mails links to the host that a request names.",
    "Whoever writes another Host header gets a sign-in link sent to your users that leads to them.",
    'AUTH_URL=https://app.example.com and setEnvDefaults(process.env, config), or a list: trustHost: ["app.example.com"]',
    "trustHost: true",
  ),
  AUTH_D_URL_INVALID: error(
    "AUTH_URL isn't an http or https URL.",
    "It is ignored, and so in production no host is trusted, unless another line says so.",
    "AUTH_URL=https://app.example.com",
    "AUTH_URL=app.example.com",
  ),
  AUTH_D_URL_PATH: error(
    "The path of AUTH_URL is not where the endpoints are.",
    "Callback URLs and redirects point at addresses that do not exist.",
    "Leave the path out of AUTH_URL",
    "AUTH_URL=https://app.example.com/login",
  ),
  AUTH_D_URL_LOCALHOST: error(
    "AUTH_URL for production is an address of this machine.",
    "Everybody is sent to their own computer after sign-in.",
    "AUTH_URL=https://app.example.com",
    "AUTH_URL=http://localhost:3000 in .env.production",
  ),
  AUTH_D_URL_HTTP: warning(
    "AUTH_URL for production is not https.",
    "Cookies are sent in the clear, and most providers refuse such callback URLs.",
    "AUTH_URL=https://app.example.com",
    "AUTH_URL=http://app.example.com in .env.production",
  ),
  AUTH_D_TRUST_HOST_VALUE: error(
    "AUTH_TRUST_HOST has a value that means the opposite of how it reads.",
    "Only `false`, `0` and nothing mean no; every other text trusts the host.",
    "AUTH_TRUST_HOST=false",
    "AUTH_TRUST_HOST=no",
  ),
  AUTH_D_TRUST_HOST: warning(
    "The app is deployed behind a proxy, and nothing says which host to trust.",
    proxied,
    "AUTH_URL=https://app.example.com",
    "fly.toml without AUTH_URL",
  ),
  AUTH_D_DEV_IDP: repaired(
    warning(
      "AUTH_DEV_IDP is in an env file.",
      "`auth dev` sets it for one run. Left in the file, sign-in leads to a program that isn't running.",
      "Remove the line",
      "AUTH_DEV_IDP=http://127.0.0.1:4010",
    ),
    "takes the line out.",
  ),

  // Providers
  AUTH_D_PROVIDERS_EMPTY: warning(
    "The list of providers is empty.",
    "The sign-in page has no button.",
    "npx auth add-provider github",
    "providers: []",
  ),
  AUTH_D_PROVIDER_UNKNOWN: error(
    "There is no provider of this name.",
    "The import fails when the app starts.",
    "npx auth providers <words>",
    "authwright/providers/gihub",
  ),
  AUTH_D_PROVIDER_UNUSED: hint(
    "A provider is imported and not in the list.",
    "Nobody can sign in with it.",
    "Put it into providers, or remove the import",
    "import GitLab … without GitLab in providers",
  ),
  AUTH_D_PROVIDER_TWICE: error(
    "A provider is in the list twice.",
    "Both have the same id, so one of them is never reached.",
    'Remove one, or give it an id of its own: GitHub({ id: "work" })',
    "providers: [GitHub, GitHub]",
  ),
  AUTH_D_PROVIDER_DEAD: error(
    "The provider is out of service.",
    "It no longer answers.",
    "npx auth remove-provider <id>",
    "azure-devops",
  ),
  AUTH_D_PROVIDER_DEPRECATED: hint(
    "The provider stands under its old name.",
    "Accounts are stored under it, so it stays where there are some; a new app takes the new name.",
    "See auth providers show <id>",
    "azure-ad",
  ),
  AUTH_D_PROVIDER_ISSUER: error(
    "The provider needs an issuer or a tenant and has none.",
    "It has no address of its own: InvalidEndpoints at the first request.",
    "AUTH_<ID>_ISSUER=https://login.example.com",
    "Auth0 without AUTH_AUTH0_ISSUER",
  ),
  AUTH_D_PROVIDER_ISSUER_UNREAD: error(
    "An issuer is set in the environment and isn't read.",
    "The environment sets only what the options leave out, and a provider that is called without an issuer uses its default one: users of every tenant may sign in.",
    "issuer: process.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER in its options, or tenant",
    "MicrosoftEntraID({}) beside AUTH_MICROSOFT_ENTRA_ID_ISSUER",
  ),
  AUTH_D_PROVIDER_ENV_NAME: repaired(
    error(
      "The client id or secret has a name that is not read.",
      "The provider is asked with an empty client id.",
      "AUTH_GITHUB_ID=",
      "GITHUB_ID=...",
    ),
    "renames it, unless something else of the project reads the name.",
  ),
  AUTH_D_PROVIDER_ENV_EMPTY: hint(
    "The client id or secret of a provider is not set.",
    "Only auth dev can simulate it.",
    "AUTH_GITHUB_ID=<client id>",
    "AUTH_GITHUB_ID=",
  ),
  AUTH_D_PROVIDER_ENV_HALF: error(
    "Half of a provider's credentials is set.",
    "Every sign-in with it fails at the provider.",
    "AUTH_GITHUB_SECRET=<client secret>",
    "AUTH_GITHUB_ID set, AUTH_GITHUB_SECRET empty",
  ),
  AUTH_D_PROVIDER_ENV_PLACEHOLDER: warning(
    "The client id or secret of a provider is a placeholder.",
    "The provider refuses it.",
    "Put the real value in",
    "AUTH_GITHUB_ID=your-client-id",
  ),
  AUTH_D_LINKING: warning(
    "Accounts are linked by e-mail address alone.",
    "Whoever can register your address at that provider gets into your account.",
    "Remove allowDangerousEmailAccountLinking, or use it only for providers that verify addresses",
    "allowDangerousEmailAccountLinking: true",
  ),
  AUTH_D_PROVIDER_RIGHTS: hint(
    "What a provider says becomes a right of the user.",
    "profile() fills a member called role, plan or admin. The store keeps it for a new user where the table has such a column. Whoever can change it at the provider chooses their own.",
    'role: "member" in what profile() returns, or a callback that asks the app\'s own data',
    "GitHub({ profile: (profile) => ({ id: profile.id, role: profile.role }) }) beside an adapter",
  ),
  AUTH_D_EMAIL_UNVOUCHED: hint(
    "A provider does not say whether it has verified an address, and a mail can prove one here.",
    "Once a mail has proven an address, accounts of that provider that were there before wait for the owner's word. Their next sign-in is refused, and the owner gets a mail.",
    'emailVerified: "email_verified" in its options, if the provider verifies addresses and says so; otherwise nothing',
    "an OpenID Connect provider of your own beside the plugin password",
  ),
  AUTH_D_EMAIL_ADAPTER: error(
    "Sign-in by e-mail has no adapter.",
    "The links have to be stored: MissingAdapter at the first request.",
    "npx auth add-adapter <id>",
    "providers: [Resend] without adapter",
  ),
  AUTH_D_PASSKEY_OFF: repaired(
    error(
      "A provider of passkeys has no adapter, or WebAuthn is in the list and its option is off.",
      "MissingAdapter or ExperimentalFeatureNotEnabled at the first request.",
      "npx auth add-adapter <id>, or for WebAuthn experimental: { enableWebAuthn: true }",
      "providers: [Passkey] without adapter",
    ),
    "writes the option of WebAuthn, where there is an adapter.",
  ),
  AUTH_D_SESSION_TOKEN: error(
    "Sessions live in the database, and callbacks.session reads token.",
    "There is a token only with sessions in cookies: every signed-in user gets an error on every page.",
    'session: { strategy: "jwt" }, or read user in place of token',
    "session: ({ session, token }) => … token.sub with an adapter",
  ),
  AUTH_D_SESSION_ADAPTER: error(
    "Database sessions have no adapter.",
    "MissingAdapter at the first request.",
    'adapter: …, or session: { strategy: "jwt" }',
    'session: { strategy: "database" }',
  ),
  AUTH_D_CREDENTIALS_DATABASE: repaired(
    error(
      "Credentials are the only provider, with database sessions.",
      "Credentials keep no account, so UnsupportedStrategy is the answer to everything.",
      'session: { strategy: "jwt" }',
      'Credentials with strategy "database"',
    ),
    'writes "jwt".',
  ),
  AUTH_D_ADAPTER_PACKAGE: error(
    "The package of the adapter is not in package.json.",
    "The app ends with ERR_MODULE_NOT_FOUND.",
    "npm install kysely",
    "import of @auth/pg-adapter",
  ),

  // Tables
  AUTH_D_SCHEMA_TABLE: error(
    "The schema lacks a table that the store works with.",
    "The first sign-in that needs it fails.",
    "npx auth add-adapter <id>",
    "a Prisma schema without model Session",
  ),
  AUTH_D_SCHEMA_COLUMN: error(
    "A table lacks a column that every row has.",
    "Rows cannot be written, so nobody can sign in.",
    "expires DateTime",
    "model Session without expires",
  ),
  AUTH_D_SCHEMA_OPTIONAL_COLUMN: hint(
    "A table lacks a column that may be empty.",
    "Its value isn't kept, such as the refresh token of a provider. Adapters of other packages fail without the column.",
    "refresh_token String?",
    "model Account without refresh_token",
  ),
  AUTH_D_SCHEMA_COLUMN_TYPE: error(
    "A column cannot hold what the store writes.",
    "The database, or the client, refuses the row.",
    "emailVerified DateTime?",
    "emailVerified Boolean",
  ),
  AUTH_D_SCHEMA_UNIQUE: error(
    "A unique index is missing.",
    "It decides races: without it one address has two users, and one account of a provider belongs to two users.",
    "@@unique([provider, providerAccountId])",
    "model Account without @@unique([provider, providerAccountId])",
  ),
  AUTH_D_SCHEMA_INDEX: hint(
    "An index is missing.",
    "Rows are found all the same, by reading the whole table: sign-ins get slow with the number of rows, and so does auth db cleanup.",
    "@@index([userId])",
    "sessions without an index on expires",
  ),
  AUTH_D_SCHEMA_COLLATION: warning(
    "A column that identifies a user doesn't distinguish upper and lower case.",
    "The store compares byte by byte, so no user gets the account of another. But of two ids that differ only in case, just one can be stored, and the second user can't sign in.",
    "alter table `accounts` modify column `providerAccountId` varchar(255) character set utf8mb4 collate utf8mb4_bin not null;",
    "varchar(255) in MySQL without a collation that ends in _bin",
  ),
  AUTH_D_SCHEMA_UNREADABLE: warning(
    "The schema cannot be read.",
    "Its tables were not checked.",
    "Correct that line, or the one above it.",
    "a bracket that is not closed",
  ),

  // Configuration
  AUTH_D_DEBUG: repaired(
    warning(
      "Debug messages are on in production too.",
      "Logs fill up and tell more than they should.",
      'debug: process.env.NODE_ENV !== "production"',
      "debug: true",
    ),
    "writes the line.",
  ),
  AUTH_D_CSRF_OFF: warning(
    "The CSRF check is switched off.",
    "Other sites can send sign-in and sign-out forms in a visitor's name.",
    "Remove skipCSRFCheck",
    "skipCSRFCheck",
  ),
  AUTH_D_REDIRECT_OPEN: error(
    "The redirect callback returns any URL.",
    "Links to your site then lead to any other one after sign-in: phishing.",
    "Remove the callback: without it only addresses of the app itself are taken",
    "redirect: ({ url }) => url",
  ),
  AUTH_D_COOKIE_INSECURE: warning(
    "Cookies are sent without https.",
    openCookie,
    "Remove the line: on https cookies are secure by themselves",
    "useSecureCookies: false",
  ),
  AUTH_D_COOKIE_NONE: repaired(
    error(
      "SameSite=None without Secure.",
      "Browsers drop such cookies, so nobody stays signed in.",
      'sameSite: "none", secure: true',
      'options: { sameSite: "none" }',
    ),
    "writes secure: true beside it.",
  ),
  AUTH_D_COOKIE_HTTPONLY: error(
    "Scripts can read the cookie.",
    openCookie,
    "Remove httpOnly: false",
    "options: { httpOnly: false }",
  ),
  AUTH_D_NOT_EXTENDED: warning(
    "Nothing in the app lets a session live on.",
    "Everybody is signed out `session.maxAge` after the sign-in, however active. The guard of the proxy asks no store, so it extends no session that the store can end.",
    'import { auth } from "@/auth"; export default auth in the proxy, or <SessionProvider> of authwright/react around the app',
    "authwright/next/guard beside the plugin account, without a client that asks for the session",
  ),
  AUTH_D_MAX_AGE: warning(
    "session.maxAge isn't a sensible number of seconds.",
    "It is counted in seconds: milliseconds keep sessions for centuries.",
    "maxAge: 30 * 24 * 60 * 60",
    "maxAge: 2592000000",
  ),
  AUTH_D_BASE_PATH: repaired(
    error(
      "basePath is not where the endpoints are mounted.",
      "Links, forms and callback URLs lead to pages that do not exist.",
      "Make basePath, the route and the links equal",
      'basePath: "/login" with the route under /api/auth',
    ),
    "writes where the endpoints are: into basePath, or into the link.",
  ),
  AUTH_D_PAGE_ADDRESS: warning(
    "A built-in page and a route of the app have one address.",
    "One of the two hides the other: people who are sent to sign in, or to their account, may see another page.",
    'pageAddresses: { account: "/my-account" }',
    'pageAddresses: true with the plugin account, and app.get("/account", …)',
  ),
  AUTH_D_ROUTE_HIDDEN: warning(
    "A route of the app and an endpoint of sign-in have one address.",
    "What begins with an endpoint, such as /auth/callback, is answered by sign-in or by the app, never by both. Other addresses below the path go on to the app.",
    "Give the route another path, or the endpoints: basePath in the configuration and where they are mounted",
    'app.use("/auth", auth.handler), and app.get("/auth/callback/github", …)',
  ),
  AUTH_D_CSRF_GUARD: error(
    "A guard of the app refuses the forms of sign-in.",
    "It asks each form for a token of its own. The forms of sign-in carry one too, of another kind, and are answered 403.",
    "The line of the finding: the endpoints in front of the guard, or a guard that lets their path through",
    'app.use(lusca.csrf()) above app.use("/auth", auth.handler)',
  ),
  AUTH_D_JEST: warning(
    "Jest cannot load the package in tests that import the app.",
    "Jest loads no ES modules by itself, and the package is one: such tests end with a syntax error.",
    "The line of the finding in the configuration of Jest, beside a transform of .js files",
    'no "transformIgnorePatterns" beside a test that imports src/app.ts',
  ),
  AUTH_D_PAGES_NOT_MOUNTED: error(
    "Nothing answers at addresses of built-in pages.",
    "The handler is mounted below a path and never sees them: people who are to sign in see a page that does not exist.",
    "app.use(auth.pages) in front of the app's own routes",
    "pageAddresses: true, and app.use(auth.pages) is not there",
  ),

  // Next.js
  AUTH_D_NEXT_ROUTE_MISSING: repaired(
    error(
      "No route file answers at the base path.",
      "Every endpoint is 404.",
      "export const { GET, POST } = handlers; in app/api/auth/[...auth]/route.ts",
      "no app/api/auth",
    ),
    "writes the file, where the configuration exports handlers.",
  ),
  AUTH_D_NEXT_PAGE_ADDRESS: repaired(
    error(
      "Nothing answers at addresses of built-in pages.",
      "Links of pages and mails lead to them, and so do guards: people who are to sign in see a page that does not exist.",
      'export { auth as proxy } from "./auth"; with a matcher that holds the addresses, such as matcher: ["/sign-in", …]',
      'pageAddresses: true, and matcher: ["/account/:path*"] in proxy.ts',
    ),
    "adds the addresses to the matcher of a proxy that uses auth.",
  ),
  AUTH_D_NEXT_ROUTE_TWICE: error(
    "Two catch-all routes stand side by side.",
    oneSet,
    "Remove the old folder",
    "[...nextauth] beside [...auth]",
  ),
  AUTH_D_NEXT_ROUTE_EXPORTS: repaired(
    error(
      "The route file does not export GET and POST.",
      "Without POST nobody can sign in; without GET no provider can answer.",
      "export const { GET, POST } = handlers;",
      "export const { GET } = handlers;",
    ),
    "writes the line in place of one that exports a part.",
  ),
  AUTH_D_NEXT_ROUTE_CATCH_ALL: error(
    "The route folder isn't a catch-all.",
    "/api/auth/signin/github has two segments below it and is 404.",
    "Rename the folder to [...auth]",
    "app/api/auth/[auth]/route.ts",
  ),
  AUTH_D_NEXT_ROUTE_FOLDER: error(
    "The route file is not below the base path.",
    "The endpoints answer at one address, and links lead to another.",
    "Move it to app/api/auth/[...auth], or set basePath",
    "app/auth/[...auth]/route.ts without basePath",
  ),
  AUTH_D_NEXT_ROUTE_PAGES: error(
    "The endpoints are in pages/ and in app/.",
    oneSet,
    "Remove the file under pages/api/auth",
    "pages/api/auth/[...nextauth].ts",
  ),
  AUTH_D_NEXT_PROXY_TWICE: error(
    "There are proxy and middleware files.",
    "Next.js 16 refuses to start with both.",
    "Keep proxy.ts alone",
    "proxy.ts beside middleware.ts",
  ),
  AUTH_D_NEXT_MIDDLEWARE_NAME: warning(
    "middleware.ts is called proxy.ts since Next.js 16.",
    "The old name is deprecated and will not be read one day.",
    "git mv middleware.ts proxy.ts, and export the function as proxy",
    "middleware.ts with Next.js 16",
  ),
  AUTH_D_NEXT_PROXY_TOO_NEW: error(
    "proxy.ts is not read before Next.js 16.",
    "The guard never runs.",
    "git mv proxy.ts middleware.ts, and export the function as middleware",
    "proxy.ts with Next.js 15",
  ),
  AUTH_D_NEXT_PROXY_FOLDER: error(
    "The proxy or middleware file is in the wrong folder.",
    "Next.js reads it only beside app/: in src/ when app/ is there. The guard never runs.",
    "Move it beside the app folder",
    "middleware.ts at the top with src/app",
  ),
  AUTH_D_NEXT_PROXY_EXPORT: repaired(
    error(
      "The proxy or middleware file exports no function of the right name.",
      "Next.js stops, or the guard never runs.",
      'export { auth as proxy } from "@/auth"',
      "export { auth as middleware } in proxy.ts",
    ),
    "gives the export the right name, where it has that of the other file.",
  ),
  AUTH_D_NEXT_MATCHER_AUTH: repaired(
    error(
      "The matcher catches the endpoints themselves.",
      "A visitor without a session is sent away from sign-in: a redirect loop.",
      'matcher: ["/((?!api/auth|_next/static|_next/image|favicon.ico).*)"]',
      'matcher: ["/:path*"]',
    ),
    "leaves the endpoints out of a pattern for everything, or adds a matcher where there is none.",
  ),
  AUTH_D_NEXT_MATCHER_STATIC: repaired(
    warning(
      "The matcher catches static files.",
      "Visitors without a session get the sign-in page in place of styles and scripts.",
      'matcher: ["/((?!api/auth|_next/static|_next/image|favicon.ico).*)"]',
      'matcher: ["/((?!api/auth).*)"]',
    ),
    "leaves static files out of a pattern that lists exceptions.",
  ),
  AUTH_D_NEXT_BYPASS_2025: error(
    "This Next.js version lets a request header skip the middleware (CVE-2025-29927).",
    "Every guard in middleware can be bypassed.",
    "npm install next@latest",
    "next 15.2.2",
  ),
  AUTH_D_NEXT_BYPASS_2026: error(
    "This Next.js version lets some paths skip the proxy (CVE-2026-44573 to 44575).",
    "Segment prefetches, route parameters and data paths go around the guard.",
    "npm install next@latest",
    "next 16.2.4",
  ),
  AUTH_D_NEXT_SUSPENSE: error(
    "A page reads the session outside of Suspense while cache components are on.",
    "next build stops: the page waits for the request.",
    "Move the read into a component below <Suspense>",
    "export default async function Page() { await auth() }",
  ),
  AUTH_D_CLIENT_IMPORT: error(
    "A client component imports the server side.",
    "The configuration ends up in the browser's code, or the build stops.",
    "Use authwright/react there, or pass the session down as a property",
    '"use client" with import { auth }',
  ),

  // Guards
  AUTH_D_NUXT_KEPT: error(
    "A page that is kept for everybody asks for a user itself.",
    "definePageMeta({ auth }) is judged where the page is rendered: once, for the first visitor. The app answers 500 instead.",
    'Take auth out of definePageMeta, and guard the path by a rule, which is asked each time: routeRules: { "/reports": { swr: 60, auth: true } }',
    'routeRules: { "/reports": { swr: 60 } } beside definePageMeta({ auth: true })',
  ),
  AUTH_D_NUXT_PRERENDER: error(
    "A guarded page is written to a file while the app is built.",
    "The file is sent to everybody: no guard runs in front of it. The module refuses it where one rule says both.",
    "Remove prerender from the rule",
    '"/dashboard/**": { prerender: true } beside definePageMeta({ auth: true })',
  ),
  AUTH_D_NUXT_SPA: hint(
    "A page asks for a user, and no server renders it.",
    "definePageMeta({ auth }) is judged where the page is rendered. With ssr: false that is the browser, whose user can change what it runs.",
    'Guard what the page reads: auth.require(event) in its routes of the server, or routeRules: { "/api/orders/**": { auth: true } }',
    "ssr: false beside definePageMeta({ auth: true })",
  ),
  AUTH_D_UNGUARDED_PAGE: warning(
    "A page that looks private never reads the session.",
    "Everybody can open it.",
    "const session = await auth(); and redirect without a user",
    "app/dashboard/page.tsx without auth()",
  ),
  AUTH_D_PROXY_ONLY: warning(
    "A private page is guarded by the proxy alone.",
    "The proxy sees paths, not data, and several bypasses of the past went around it.",
    "Read the session in the page as well: await auth()",
    "a page under the matcher without auth()",
  ),
  AUTH_D_LAYOUT_ONLY: error(
    "A layout asks for a member of an organisation, and what answers below it does not.",
    "Next.js and SvelteKit run pages, handlers and actions without their layout, and keep a layout at a navigation: strangers get what they answer.",
    "await auth.require({ organization: { slug } }) in the page, around the handler, or first in the action",
    "auth.require({ organization }) in app/teams/[team]/layout.tsx, and none in app/teams/[team]/page.tsx",
  ),
  AUTH_D_PROXY_ROLE: error(
    "The proxy asks for a role below a path, and a page there asks for none.",
    "Whatever goes around the proxy shows the page to every signed-in user.",
    'await auth.require({ role: "admin" })',
    'auth.require({ path: "/admin", role: "admin" }, …) in proxy.ts, app/admin/page.tsx without the role',
  ),
  AUTH_D_GUARD_BEHIND: warning(
    "Something in front of a guard may answer what it guards.",
    "Statements run in their order: what a file server, a router or a function of another file answers is never asked for a session.",
    "Move the guard in front of the line that the message names",
    'app.use(express.static("public")) in front of app.use(auth.require({ path: "/dashboard" }))',
  ),
  AUTH_D_NEXT_AUTHORIZED_UNASKED: error(
    "callbacks.authorized is set, and the proxy does not ask it.",
    "auth((request) => …) runs your function in place of the decision: whatever authorized says, everybody gets the page. (Only a Response that it returns is sent.)",
    "export { auth as proxy }",
    "export default auth((request) => NextResponse.next()) beside authorized",
  ),
  AUTH_D_NEXT_HANDLER_OPEN: warning(
    "The function in the proxy never looks at who is there.",
    "auth((request) => …) hands the session to your function and decides nothing itself, so everybody gets every page.",
    "export { auth as proxy } and callbacks.authorized",
    "export default auth((request) => NextResponse.next())",
  ),
  AUTH_D_UNGUARDED_WRITE: hint(
    "A handler that changes something never reads the session.",
    "Everybody can call it.",
    "const session = await auth(); and refuse without a user",
    "export async function POST() without auth()",
  ),
  AUTH_D_UNGUARDED_ROUTE: warning(
    "A route that looks private never reads the session.",
    "Everybody can open it.",
    "Put auth.require() in front of the handler",
    'app.get("/admin", page)',
  ),

  // Servers
  AUTH_D_NOT_MOUNTED: error(
    "The server never mounts the endpoints.",
    "Every endpoint is 404.",
    'app.use("/auth", auth.handler) on Express; docs/frameworks has a page for each framework',
    "no auth.handler in the server",
  ),
  AUTH_D_MOUNT_LATE: error(
    "The endpoints are mounted behind a catch-all.",
    "The catch-all answers first, so they are never reached.",
    'Move app.use("/auth", …) above it',
    'a 404 handler above app.use("/auth")',
  ),
  AUTH_D_MOUNTED_TWICE: repaired(
    warning(
      "The endpoints are mounted twice at one place.",
      "The second line does nothing on most servers, and ends the start of Fastify: the route is there already.",
      "Remove one of the lines",
      'app.use("/auth", auth.handler) twice',
    ),
    "takes out a line that is the same as the one before.",
  ),
  AUTH_D_SESSION_LATE: warning(
    "The session is read above the line that brings it.",
    "Middleware runs from the top: above auth.session everybody counts as signed out, and a guard of your own lets nobody in, or everybody.",
    "Move app.use(auth.session) above it, or put auth.require() in front of the handler",
    'app.get("/cart", (req, res) => res.json(req.auth?.user)) above app.use(auth.session)',
  ),
  AUTH_D_TRUST_PROXY: warning(
    "The app runs behind a proxy that it does not trust.",
    "It sees http and one client address for everybody: twenty wrong passwords of anybody slow everybody down, and without AUTH_URL callback URLs begin with http.",
    "TRUST_PROXY=1 in its environment, where the code reads it (how many proxies, or their addresses; Koa takes a number only)",
    "AUTH_URL in fly.toml without TRUST_PROXY",
  ),

  // Organisations
  AUTH_D_ORGANIZATION_OWNER: error(
    "The roles of the plugin `organizations` hold no owner.",
    "The app does not start: whoever creates an organisation becomes its owner.",
    'owner: ["*"] as the first of the roles',
    'roles = { admin: ["member:*"], member: [] }',
  ),
  AUTH_D_ORGANIZATION_CREATE: error(
    "The plugin `organizations` is not told who may create organisations.",
    "The option has no default, and without it the app does not start.",
    'organizations({ roles, create: "everybody" }), "nobody", or a function of the user',
    "organizations({ roles })",
  ),
  AUTH_D_ORGANIZATION_GUARD: error(
    "A guard asks for a role or a permission without saying of which organisation.",
    "The app answers 500 there. A role in the app and a role in an organisation are two things, and a path with a name in it may mean either.",
    'auth.require({ path: "/teams/:team", organization: "team", role: "admin" })',
    'auth.require({ path: "/teams/:team", role: "admin" }) beside the plugin organizations',
  ),

  // SvelteKit
  AUTH_D_KIT_PRERENDERED: error(
    "A guarded page is prerendered.",
    "The build makes a file of it, and the server sends that to everybody without asking the guard.",
    "export const prerender = false in its +page.server.ts",
    "export const prerender = true beside locals.auth.require()",
  ),
  AUTH_D_KIT_LINK_UNASKED: error(
    "A link in the app opens a guarded page without asking the server.",
    "The guard in the hooks sees requests, and Kit sends none for a page without a load function of the server. Whoever clicks the link sees the page; its address, typed, is refused.",
    "npx auth protect with the path and the role of the guard writes the load function",
    "src/routes/admin/+page.svelte alone, auth.require({ path: '/admin' }) in the hooks",
  ),
  AUTH_D_KIT_STATIC_ENV: warning(
    "A secret comes from $env/static/private.",
    "Its value is written into the build: whoever has the files has the secret, and a new one needs a new build.",
    'import { env } from "$env/dynamic/private", and { env } as the second argument of createAuth',
    'import { AUTH_SECRET } from "$env/static/private"',
  ),
  AUTH_D_KIT_FORM_POST: error(
    "Kit refuses the form in which a provider sends its answer.",
    "In production the callback is answered 403 before any code of the app runs: nobody can sign in with that provider.",
    'csrf: { trustedOrigins: ["https://appleid.apple.com"] } among the settings of Kit',
    "the provider apple, and no csrf.trustedOrigins",
  ),

  // Express
  AUTH_D_EXPRESS_PATTERN: repaired(
    error(
      "The mount pattern is of another Express version.",
      "Express 5 refuses `/auth/*`; Express 4 takes `*splat` for plain text.",
      'app.use("/auth", auth.handler)',
      'app.use("/auth/*", …) on Express 5',
    ),
    "writes the path without the wildcard, where the line is app.use().",
  ),
  AUTH_D_EXPRESS_TRUST_PROXY: warning(
    "The app runs behind a proxy that Express does not trust.",
    "Express sees http and one client address for everybody: twenty wrong passwords of anybody slow everybody down, and without AUTH_URL callback URLs begin with http.",
    'app.set("trust proxy", 1)',
    "AUTH_TRUST_HOST=true without trust proxy",
  ),
  AUTH_D_EXPRESS_TRUST_ALL: warning(
    "Express trusts every proxy.",
    "Any client can then choose its own address and host by a header.",
    'app.set("trust proxy", 1)',
    'app.set("trust proxy", true)',
  ),
} as const satisfies Readonly<Record<string, CodePage>>;

export type StaticCode = keyof typeof codes;

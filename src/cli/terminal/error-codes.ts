// data file
/** Every error and warning of the command line. The types hold the program to it; docs/errors is made from it. */

import { packageName } from "../../templates/package.js";

export interface CodePage {
  readonly what: string;
  readonly why: string;
  /** The command or the line that helps. */
  readonly fix: string;
}

const page = (what: string, why: string, fix: string): CodePage => ({ what, why, fix });

const untouched = "Nothing was written.";

export const errorCodes = {
  // Usage: exit code 2
  AUTH_E_USAGE: page(
    "The command line is not understood.",
    "A command, flag or value does not exist, or two flags exclude each other.",
    "auth <command> --help",
  ),
  AUTH_E_MISSING_ANSWER: page(
    "An answer is missing, and nobody may be asked.",
    "There is no terminal, or CI, --yes or --no-input is set.",
    "Add the flag that the message names",
  ),
  AUTH_E_STDIN: page(
    "Two things are to come from stdin, or nothing comes.",
    "stdin can be read once, and a terminal would wait for ever.",
    'printf %s "$SECRET" | auth add-provider github --client-secret-stdin',
  ),
  AUTH_E_UNKNOWN_PROVIDER: page(
    "There is no provider with this id.",
    "Ids are those of the catalogue.",
    "auth providers <words>",
  ),
  AUTH_E_UNKNOWN_FRAMEWORK: page(
    "There is no framework with this id.",
    "It is not supported yet, or mistyped.",
    `npx ${packageName} init --framework express`,
  ),
  AUTH_E_UNKNOWN_ADAPTER: page(
    "There is no store with this id.",
    "The message lists those that can be written into a project. Others made for @auth/core work too, added by hand.",
    "auth add-adapter kysely",
  ),
  AUTH_E_UNKNOWN_DIALECT: page(
    "There is no database with this name.",
    "sqlite, postgres and mysql are known, for kysely. Other stores leave no choice: their package or the project says which one it is.",
    "auth add-adapter kysely --dialect postgres",
  ),
  AUTH_E_NO_SCHEMA: page(
    "The schema or the database client of the project was not found.",
    "The store goes into what the project has: it begins no Prisma or Drizzle of its own.",
    "Follow the hint of the message; docs/adapters has a page for each store",
  ),
  AUTH_E_SCHEMA: page(
    "The schema cannot be extended.",
    "It cannot be read, or a model or table of one of the names that the store needs means something else, lacks a column, or lacks a unique index.",
    "Change the line that the message names as it shows, and run the command again",
  ),
  AUTH_E_UNKNOWN_SHELL: page(
    "There is no completion for this shell.",
    "bash, zsh, fish and pwsh are known.",
    "auth completion bash",
  ),
  AUTH_E_SESSION: page(
    "There is no such session strategy.",
    "Sessions live in the cookie (jwt) or in a store (database).",
    "--session jwt",
  ),
  AUTH_E_ROLE: page(
    "This can't be the name of a role.",
    "Names have small letters and digits, with - between words, and 32 characters at most: a variable is named after each of them.",
    "auth add-role content-editor",
  ),
  AUTH_E_DOCKER: page(
    "Nothing says how this app is put into an image.",
    "The build and start scripts of package.json are what an image runs, and an app of a workspace needs more than its own folder.",
    "Add the script that the message names, and run auth add-docker again",
  ),
  AUTH_E_PROTECT_PATH: page(
    "A path cannot be protected as it is.",
    "It is no path below the app's root, or it holds the sign-in itself and nobody could come in.",
    'auth protect /dashboard "/teams/*/settings"',
  ),
  AUTH_E_PROTECT_NOTHING: page(
    "Nothing of the app answers at a path that is to be protected.",
    "It is mistyped, or the page is not there yet: a guard for nothing would look like safety.",
    "auth protect with one of the addresses in the message",
  ),
  AUTH_E_PROTECT_ROLE: page(
    "The name of the role has other characters than letters, digits and - _ . :",
    "It is written into the code as it is.",
    "auth protect /admin --role admin",
  ),
  AUTH_E_PROTECT_MAX_AGE: page(
    "The age of the sign-in is no number of seconds.",
    "It is a whole number above 0.",
    "auth protect /account/delete --max-age 300",
  ),
  AUTH_E_PROTECT_FRAMEWORK: page(
    "The guards of this framework cannot be written by the command line.",
    "Its routes are not known to it yet.",
    "Write auth.require() in front of the route: docs/frameworks has the line",
  ),
  AUTH_E_PARAM: page(
    "A parameter is not name=value.",
    "The value follows the first equals sign.",
    "--param tenant=common",
  ),
  AUTH_E_UNKNOWN_PARAM: page(
    "The provider has no such parameter.",
    "Each provider has its own.",
    "auth providers show <id>",
  ),
  AUTH_E_MISSING_PARAM: page(
    "The provider needs a parameter.",
    "Its addresses depend on it: a tenant, a domain, a shop.",
    "--param domain=example.com",
  ),
  AUTH_E_ONE_PROVIDER: page(
    "A client id, issuer or parameter is given for several providers.",
    "It belongs to one of them.",
    "Add the providers one by one",
  ),
  AUTH_E_PROVIDER_NEEDS_CODE: page(
    "The provider cannot be added without code.",
    "Some need a decision or a function of yours: how a mail is sent, which keys are accepted. Passwords need a file of their own, which auth add-provider writes beside a configuration that is there.",
    "Follow docs/guides/credentials.md, docs/guides/email.md or docs/guides/passkeys.md",
  ),
  AUTH_E_TRANSPORT: page(
    "The transport sends no mails.",
    "--transport names the provider that sends the mails of auth add-provider email.",
    "auth add-provider email --transport resend",
  ),
  AUTH_E_PACKAGE_MANAGER: page(
    "There is no such package manager.",
    "npm, pnpm, yarn and bun are known.",
    "--package-manager pnpm",
  ),
  AUTH_E_PORT: page(
    "The port is not a number from 1 to 65535.",
    "auth dev listens on it.",
    "auth dev --port 4010",
  ),
  AUTH_E_URL: page(
    "The address is no http or https URL.",
    "auth doctor sends requests there.",
    "auth doctor --url http://localhost:3000",
  ),
  AUTH_E_CLAIMS: page(
    "The claims are no JSON object.",
    "A token holds an object.",
    'auth token encode \'{"sub":"1"}\'',
  ),
  AUTH_E_SESSION_TOKEN: page(
    "callbacks.session reads token, and sessions are to live in the database.",
    "There is a token only with sessions in cookies: everybody who is signed in would get an error on each page.",
    "auth add-adapter kysely --session jwt, or read user in place of token",
  ),
  AUTH_E_NOT_STAGED: page(
    "There is no announced secret to promote.",
    "AUTH_SECRET_NEXT is not in the env file that is written.",
    "auth secret rotate --stage",
  ),
  AUTH_E_STAGED: page(
    "A new secret is announced already.",
    "AUTH_SECRET_NEXT is in the env file; another new one beside it would have no order.",
    "auth secret rotate --promote",
  ),
  AUTH_E_ENV_VALUE: page(
    "A value can't be written into the env file.",
    "Readers of env files (dotenv, node --env-file, Next.js) undo quotes in different ways, and this value holds so many special characters, or a control character, that none of the ways is safe.",
    "Set the variable in the environment of the process",
  ),
  AUTH_E_UNREAD_VALUE: page(
    "The code reads no variable for a value that was given.",
    "The configuration has the option itself, written out or from somewhere else, so a variable would have no effect.",
    "Take the option out of the code, then run the command again",
  ),
  AUTH_E_ENV_PATH: page(
    "The env file lies outside of the project.",
    "The command writes below the project's folder only.",
    "--env .env.local",
  ),
  AUTH_E_NO_LAYOUT: page(
    "There is no layout around every page.",
    "--layout puts a button into the root layout of the App Router of Next.js.",
    "Leave it out, and put a button where you want one: docs/guides/sign-in-buttons.md",
  ),
  AUTH_E_NO_FILE: page(
    "A file that a flag names is not there.",
    "Paths are relative to the working folder.",
    "Check the path",
  ),
  AUTH_E_NO_SERVER: page(
    "No file of the project makes a server.",
    "The handler has to be mounted where the application is made, such as by express(), new Hono(), fastify(), new Koa(), new H3(), NestFactory.create() or createServer().",
    `npx ${packageName} init --server src/server.ts`,
  ),
  AUTH_E_NO_SCRIPT: page(
    "package.json has neither a dev nor a start script.",
    "auth dev starts your app.",
    "auth dev -- node server.js",
  ),
  AUTH_E_NO_FRAMEWORK: page(
    "package.json names no framework that is supported.",
    "It may be the root of a workspace, the wrong folder, an app that runs in the browser, or one of a framework that auth init does not set up; the message says what was seen. Any server that has a Request can call Auth(request, config): docs/frameworks/web.md.",
    `npx ${packageName} init --cwd apps/web`,
  ),
  AUTH_E_WHICH_APP: page(
    "The folder is the top of several packages and no app itself.",
    "Nothing is written at the wrong place; the message lists the apps below.",
    `npx ${packageName} init --cwd apps/web`,
  ),
  AUTH_E_FRAMEWORK_MISSING: page(
    "The framework that --framework names is not in package.json.",
    "The written code would not run.",
    "npm install express",
  ),
  AUTH_E_NO_DATABASE_URL: page(
    "There is no address of a database.",
    "auth db reads it from a variable of the environment, or of .env.local or .env, and from nowhere else.",
    "auth db migrate --url-env POSTGRES_URL",
  ),
  AUTH_E_DATABASE_URL: page(
    "The address names no database that is known.",
    "Known are postgres://, mysql://, mariadb://, libsql:// and file: with the path of a SQLite file.",
    "DATABASE_URL=postgres://user:password@host:5432/name",
  ),
  AUTH_E_BATCH: page(
    "--batch is not a number of rows.",
    "It is a whole number from 1 to 100000.",
    "auth db cleanup --batch 1000",
  ),
  AUTH_E_NO_SECRET: page(
    "There is no secret to work with.",
    "AUTH_SECRET is neither in the environment nor in the env file.",
    "auth secret generate --write",
  ),
  AUTH_E_NO_JOURNAL: page(
    "There is no plan with this id to undo.",
    "It was undone already, or was applied elsewhere.",
    "auth undo",
  ),
  AUTH_E_NOTHING_TO_MIGRATE: page(
    "package.json names no package to migrate from.",
    "next-auth, @auth/core and @auth/express are known.",
    `npx ${packageName} init`,
  ),

  // A decision of a person: exit code 3, nothing written
  AUTH_E_CONFLICT: page(
    "A file with other content is in the way.",
    untouched,
    "Look at the diff; --force replaces it, auth undo brings it back",
  ),
  AUTH_E_OLD_AUTH: page(
    "next-auth or @auth/* signs people in here.",
    `${untouched} Two sets of routes and cookies would be in each other's way.`,
    "auth migrate; or --force, which sets up anew",
  ),
  AUTH_E_MIGRATE_VERSION: page(
    "The version of next-auth is older than 4.",
    `${untouched} Its modules and options are others.`,
    "npm install next-auth@4, by its own guide; then auth migrate",
  ),
  AUTH_E_CONFIG_SHAPE: page(
    "The code cannot be edited safely.",
    `${untouched} The place and the lines to add are printed.`,
    "Paste the snippet, then run the command again",
  ),
  AUTH_E_CHANGED: page("A file was changed while the plan was shown.", untouched, "Run the command again"),
  AUTH_E_CHANGED_SINCE: page(
    "A file was changed since the plan was applied.",
    "Taking the plan back would lose that work.",
    "auth undo --force leaves those files alone",
  ),
  AUTH_E_TRACKED_ENV: page(
    "git tracks the env file.",
    "A secret in it would be committed.",
    "git rm --cached .env",
  ),
  AUTH_E_NEEDS_ESM: page(
    "The project is not set up for ES modules.",
    "The written TypeScript would not compile or not run.",
    `npx ${packageName} init --esm`,
  ),
  AUTH_E_REQUIRE: page(
    "A file uses require() where ES modules are wanted.",
    "An ES module has no require.",
    "Turn the calls into imports, or run without --esm",
  ),
  AUTH_E_PROVIDER_DEAD: page(
    "The provider is out of service.",
    "It answers no more, or takes no new apps.",
    "--force adds it all the same",
  ),
  AUTH_E_EDGE_STORE: page(
    "The middleware would take the database along.",
    "Before Next.js 16 it runs where no database driver does.",
    "Let the pages guard themselves, or split the configuration",
  ),
  AUTH_E_SECRETS_FULL: page(
    "All names for secrets are taken.",
    "The runtime reads AUTH_SECRET and AUTH_SECRET_1 to _3.",
    "auth secret rotate --drop-oldest",
  ),
  AUTH_E_LAST_SECRET: page(
    "The only secret is not taken away.",
    "Without it nobody is signed in.",
    "auth secret rotate",
  ),
  AUTH_E_SECRET_PLACES: page(
    "Secrets lie in two env files.",
    "Names cannot be moved across files safely.",
    "Keep them in one file",
  ),
  AUTH_E_LEGACY_SECRET: page(
    "The secret stands under NEXTAUTH_SECRET.",
    "That name is read only alone: a newer one beside it would end all sessions.",
    "Rename it to AUTH_SECRET, with the same value",
  ),
  AUTH_E_MIGRATE_LEFT: page(
    "The migration is written, and something does not work yet.",
    "Each place is listed under Breaks now, with what to write.",
    "Make these changes before you deploy; auth undo takes all of it back",
  ),
  AUTH_E_MIGRATE_BY_HAND: page(
    "What is left to migrate needs a person.",
    "Each place is listed with what to write.",
    "Make the changes, then run auth migrate again",
  ),

  // Failures: exit code 1
  AUTH_E_FINDINGS: page(
    "auth doctor found errors.",
    "Each is listed with its code, place and fix.",
    "auth doctor --fix",
  ),
  AUTH_E_VERIFY: page(
    "The provider does not accept the settings.",
    "It was asked with --verify, and the first thing that is wrong is named: issuer, keys, client id, callback URL or secret. Nothing was written.",
    "Correct it at the provider or in the flags, then run the command again",
  ),
  AUTH_E_NO_DRIVER: page(
    "The project has no driver for the database.",
    "The database is opened with what the project has installed: pg or postgres, mysql2, @libsql/client, better-sqlite3, or Node's own SQLite.",
    "npm install pg",
  ),
  AUTH_E_DATABASE: page(
    "The database refused, or could not be reached.",
    "Its own words are in the message; the address is left out, because it carries the password.",
    "Check that the database runs, and that its user may make tables and delete rows",
  ),
  AUTH_E_DRIFT: page(
    "The tables of the database differ in something that auth db migrate does not change.",
    "It makes tables and indexes, and never changes or removes a column. Each difference is listed with a statement that mends it.",
    "Run the statements that are listed, then auth db migrate again",
  ),
  AUTH_E_NO_FOLDER: page("The working folder does not exist.", "--cwd names it.", "Check the path"),
  AUTH_E_NO_PACKAGE: page("There is no package.json.", "The command works on a project.", "npm init -y"),
  AUTH_E_PACKAGE_JSON: page(
    "package.json is not valid JSON.",
    "It is read before anything is written. File and line are named.",
    "Repair the file",
  ),
  AUTH_E_TSCONFIG: page(
    "tsconfig.json is not valid.",
    "It decides paths and module settings. File and line are named.",
    "Repair the file",
  ),
  AUTH_E_NO_CONFIG: page(
    "No file holds a sign-in configuration.",
    "No file imports the package and has providers.",
    `npx ${packageName} init`,
  ),
  AUTH_E_SEVERAL_CONFIGS: page(
    "Several files hold a sign-in configuration.",
    "Nothing says which one is meant: neither what auth init wrote, nor what the server imports, nor a usual file name.",
    "--config src/auth.ts",
  ),
  AUTH_E_NO_APP_DIR: page(
    "The Next.js project has no folder of the wanted router.",
    "Routes go into app/ or pages/, beside those that are there.",
    `npx ${packageName} init --framework next-pages`,
  ),
  AUTH_E_ENCODING: page("A file is not UTF-8 text.", "Editing it would damage it.", "Save it as UTF-8"),
  AUTH_E_OUTSIDE: page(
    "A file is a link that leads out of the project.",
    "Nothing outside of the project is written.",
    "Replace the link by a file",
  ),
  AUTH_E_FILE: page(
    "The file system refused.",
    "No permission, no space, or a read-only disk; the message names it. Everything is as before.",
    "Repair the permissions or free some space",
  ),
  AUTH_E_BUSY: page(
    "Another run is changing this project.",
    "Two runs at once would overwrite each other.",
    "Wait until it has finished",
  ),
  AUTH_E_ROLLBACK: page(
    "Writing failed, and so did taking back.",
    "The journal is kept: the next run takes the rest back.",
    "Repair the disk and run any command",
  ),
  AUTH_E_JOURNAL: page(
    "A journal in .auth cannot be read.",
    "It was changed or cut.",
    "Remove the file that is named; what it says can then not be undone",
  ),
  AUTH_E_INSTALL: page(
    "The package manager failed.",
    "The files are written; only the packages are missing.",
    "Run the command that is named",
  ),
  AUTH_E_START: page(
    "The command behind auth dev cannot be started.",
    "It is not installed, or mistyped.",
    "auth dev -- npm run dev",
  ),
  AUTH_E_UNKNOWN_USER: page(
    "Nobody is called what --as says.",
    "auth dev knows three invented users and those of auth.dev-users.json, by id, user name, address or name.",
    "auth dev --as mira",
  ),
  AUTH_E_PRODUCTION: page(
    "auth dev does not run with NODE_ENV=production.",
    "It signs anybody in.",
    "Unset NODE_ENV, or start the app by itself",
  ),
  AUTH_E_NO_TOKEN: page(
    "There is no session cookie in the text.",
    "The names that are known were looked for.",
    "auth token decode --cookie-name NAME",
  ),
  AUTH_E_TOKEN_FORM: page(
    "The text is no session token.",
    "A session token has five parts; ID tokens have three, and sessions in a database are plain values.",
    "Copy the whole cookie",
  ),
  AUTH_E_TOKEN_KEY: page(
    "No secret opens the token.",
    "It was made with another secret, or under another cookie name, which is its salt.",
    "--secret-env NAME or --cookie-name NAME",
  ),
  AUTH_E_TOKEN_DAMAGED: page(
    "Secret and name fit, and the content does not.",
    "The token was cut or changed.",
    "Copy the whole cookie",
  ),
  AUTH_E_INTERRUPTED: page(
    "The command was interrupted.",
    "What was begun was taken back. Exit code 130.",
    "Run it again",
  ),
  AUTH_E_INTERNAL: page(
    "A failure that is not understood.",
    "A defect of the command line.",
    "Run it again with --verbose and report what it prints",
  ),
} as const satisfies Readonly<Record<string, CodePage>>;

export const warningCodes = {
  AUTH_W_RECOVERED: page(
    "An earlier run had been interrupted.",
    "Its changes were taken back before this run began.",
    "Nothing to do",
  ),
  AUTH_W_DIRTY: page(
    "Files that are written are not committed yet.",
    "git then shows your changes and ours as one.",
    "git commit",
  ),
  AUTH_W_COMMONJS: page(
    "The project is CommonJS.",
    "The new file uses require(), which needs Node 20.19 or later.",
    `npx ${packageName} init --esm`,
  ),
  AUTH_W_EXTENSIONS: page(
    "An import has no extension.",
    "ES modules need it in relative imports.",
    'import "./file.js"',
  ),
  AUTH_W_PROTECT_PAGE: page(
    "A page below the path was left as it is.",
    "A client component runs in the browser, and with cacheComponents a page may wait for the session inside of Suspense only: the proxy alone guards the page.",
    "Guard what it loads its data from: auth.require() there",
  ),
  AUTH_W_PROXY: page(
    "A proxy or middleware file is there already.",
    "It is yours and stays; the page guards itself.",
    "Add the line that is named",
  ),
  AUTH_W_EDGE_STORE: page(
    "No middleware is written beside a store.",
    "Before Next.js 16 it runs where no database driver does.",
    "Pages guard themselves",
  ),
  AUTH_W_LEGACY_SECRET: page(
    "NEXTAUTH_SECRET is there.",
    "AUTH_SECRET is read first: sessions sealed with the old value end.",
    "Give AUTH_SECRET the same value to keep them",
  ),
  AUTH_W_DROPS_SECRET: page(
    "A secret is taken away for good.",
    "What only it opens ends now.",
    "Only after the date that auth secret rotate named",
  ),
  AUTH_W_SESSIONS_STAY: page(
    "Sessions stay in cookies, though there is a store.",
    "callbacks.session reads token, which there is with sessions in cookies only.",
    "Read user in place of token first to have sessions in the database",
  ),
  AUTH_W_SESSIONS_MOVE: page(
    "Sessions move into the database.",
    "People who are signed in by a cookie sign in once more.",
    "--session jwt",
  ),
  AUTH_W_CREDENTIALS_DATABASE: page(
    "Credentials need sessions in cookies.",
    "A store is there, so sessions would live in it.",
    "--session jwt",
  ),
  AUTH_W_REQUIRED_COLUMNS: page(
    "A table of the project has columns that must have a value, and the store has none.",
    "A new user brings an address, a name and an image at most.",
    "Make the column optional, or give it a default",
  ),
  AUTH_W_LOCALHOST: page(
    "The provider may refuse http://localhost.",
    "Its rules say so, or somebody reported it.",
    "auth dev plays it until it is set up",
  ),
  AUTH_W_PROVIDER_STATUS: page(
    "The provider is limited, deprecated or dead.",
    "The note says why.",
    "auth providers show <id>",
  ),
  AUTH_W_NO_PROVIDERS: page("The last provider is gone.", "Nobody can sign in.", "auth add-provider <id>"),
  AUTH_W_ENV_KEPT: page(
    "Variables with a value stay, and those that other code names.",
    "Values are yours; the lines are named. What a source file names may be demanded by it.",
    "Remove the lines when nothing else needs them",
  ),
  AUTH_W_LEFT_OVER: page(
    "Code around the provider stays.",
    "It may be used elsewhere; the place is named.",
    "Remove it by hand",
  ),
  AUTH_W_COMMENT: page(
    "A comment stays without its entry.",
    "Comments are never removed.",
    "Remove it by hand",
  ),
  AUTH_W_EXPIRED: page("The token has expired.", "It opens, and the runtime refuses it.", "Sign in again"),
  AUTH_W_LARGE: page(
    "The token is near the limit of a cookie.",
    "Browsers keep 4,096 bytes; longer tokens are sent in pieces, and some proxies refuse long headers.",
    "Keep provider tokens out of the jwt callback",
  ),
  AUTH_W_NO_SUBJECT: page(
    "The token names nobody.",
    "Most callbacks read the id of the user from sub.",
    'auth token encode \'{"sub":"1"}\'',
  ),
  AUTH_W_NEXT_VERSION: page(
    "The version of Next.js is not supported.",
    "14 to 16 are.",
    "npx @next/codemod upgrade",
  ),
  AUTH_W_PEER: page(
    "A package is older than what is needed.",
    "The message names both versions.",
    "Update it",
  ),
  AUTH_W_GUARD_SESSION: page(
    "A guard of next-auth 4 stays as it is.",
    "Ours writes the session cookie again, and has to do so as your options do: name, lifetime and seal.",
    "Give the guard session, jwt and cookies of your options",
  ),
  AUTH_W_COOKIE_NAME: page(
    "Your code names the session cookie of next-auth 4.",
    "Sessions have a cookie of another name now; the one of before counts until it is replaced.",
    "Read both names; delete both to sign somebody out",
  ),
  AUTH_W_SIGN_IN_TEXT: page(
    "A text was to reach the sign-in page as the error.",
    "Only errors of known types do: CredentialsSignin brings a code of yours, everything else becomes Configuration or AccessDenied.",
    'throw Object.assign(new CredentialsSignin(), { code: "locked" })',
  ),
  AUTH_W_MAIL_NEEDS_URL: page(
    "Sign-in mails are not sent.",
    "A link in a mail is never made from a host that the request names. A platform says which one is yours; elsewhere you do.",
    "AUTH_URL=https://app.example.com, or AUTH_TRUST_HOST=app.example.com",
  ),
  AUTH_W_PROXY_ORIGINS: page(
    "The redirect proxy sends codes to its own origin only.",
    "Previews behind it are to be listed.",
    "AUTH_REDIRECT_PROXY_ORIGINS=https://*.preview.example.com",
  ),
  AUTH_W_PASSKEY_SIGN_UP: page(
    "Strangers cannot register a passkey.",
    "Anybody could do so for any address. Now it takes a session or a mailed link.",
    "Passkey({ allowSignUp: true })",
  ),
  AUTH_W_PLAIN_COOKIE: page(
    "getToken does not look for a cookie without __Secure- on https.",
    "Your options name one, or turn secure cookies off.",
    "getToken({ req, secureCookie: false })",
  ),
  AUTH_W_CHANGED: page(
    "Something behaves differently since the release that this project was written for.",
    "auth upgrade names the changes that concern the project.",
    "Look at the code that relies on it",
  ),
  AUTH_W_DOCKER_ENV_FILE: page(
    "The start script reads an env file that isn't in the image.",
    "Secrets belong in no image. In a container the variables come from outside, and Node ends where a file of --env-file is missing.",
    'Write --env-file-if-exists in place of --env-file in "start"',
  ),
  AUTH_W_SESSION_COLUMNS: page(
    "The session callback passes on what it is given.",
    "sessionToken, and columns of the user whose name says secret, no longer leave with it.",
    "Put what a page needs into the session by name",
  ),
  AUTH_W_SHORT_MAIL_CODE: page(
    "Codes by mail that are short are judged more strictly.",
    "With fewer than 22 characters they are good for 10 minutes and 5 tries, and need the address.",
    "Ask for the address beside the code",
  ),
  AUTH_W_OLD_ADAPTER: page(
    "An adapter is for next-auth 4 only.",
    "The one under @auth/ has the same tables.",
    "npm install @auth/prisma-adapter",
  ),
  AUTH_W_NO_SUBPATH: page(
    "A package of the old family has no successor here yet.",
    "Its framework has no module of ours.",
    "Keep it until there is one",
  ),
} as const satisfies Readonly<Record<string, CodePage>>;

export type ErrorCode = keyof typeof errorCodes;
export type WarningCode = keyof typeof warningCodes;

// data file
/** Every error and warning of the command line. The types hold the program to it; docs/errors is made from it. */

import { packageName } from "../formats/own-package.js";

export interface ErrorPage {
  readonly what: string;
  readonly why: string;
  /** The command or the line that helps. */
  readonly fix: string;
  /** A command that helps in every project as it stands here. */
  readonly next?: string;
}

const page = (what: string, why: string, fix: string): ErrorPage => ({ what, why, fix });
/** The fix is a command that can be run as it is. */
const runnable = (what: string, why: string, fix: string): ErrorPage => ({
  what,
  why,
  fix,
  next: fix.startsWith("auth ") ? `npx ${fix}` : fix,
});

const untouched = "Nothing was written.";

export const errorCodes = {
  // Usage: exit code 2
  AUTH_E_USAGE: page(
    "The command line can't be parsed.",
    "A command, flag or value doesn't exist, or two flags can't be used together.",
    "auth <command> --help",
  ),
  AUTH_E_MISSING_ANSWER: page(
    "A required answer is missing, and the command can't ask for it.",
    "There is no terminal, this is CI, or --yes or --no-input is set.",
    "Add the flag named in the message",
  ),
  AUTH_E_STDIN: page(
    "Two values are read from stdin, or stdin is empty.",
    "stdin can be read only once, and the command doesn't wait for input from a terminal.",
    'printf %s "$SECRET" | auth add-provider github --client-secret-stdin',
  ),
  AUTH_E_UNKNOWN_PROVIDER: page(
    "There is no provider with this id.",
    "The id isn't in the catalogue.",
    "auth providers <words>",
  ),
  AUTH_E_UNKNOWN_PLUGIN: page(
    "There is no plugin with this id.",
    "The message lists the plugins that come with the package. A plugin of your own is added by hand.",
    "auth add-plugin two-factor",
  ),
  AUTH_E_PLUGIN_STORE: runnable(
    "A plugin has no store for its rows.",
    "Plugins keep rows in tables of their own. The configuration has no adapter, or one that keeps the tables of @auth/core alone.",
    "auth add-adapter kysely",
  ),
  AUTH_E_UNKNOWN_FRAMEWORK: page(
    "There is no framework with this id.",
    "The framework isn't supported yet, or the id is mistyped.",
    `npx ${packageName} init --framework express`,
  ),
  AUTH_E_UNKNOWN_ADAPTER: page(
    "There is no store with this id.",
    "The message lists the adapters that the command line can add. Any other adapter made for @auth/core works too: add it by hand.",
    "auth add-adapter kysely",
  ),
  AUTH_E_UNKNOWN_DIALECT: page(
    "There is no database with this name.",
    "With kysely, the dialect is sqlite, postgres or mysql. Every other store has only one: its package or the project says which.",
    "auth add-adapter kysely --dialect postgres",
  ),
  AUTH_E_NO_SCHEMA: page(
    "The schema or the database client of the project was not found.",
    "The command extends an existing Prisma or Drizzle setup. A Drizzle schema file that drizzle.config names is made.",
    "Follow the hint in the message; docs/adapters has a page for each store",
  ),
  AUTH_E_SCHEMA: page(
    "The schema can't be extended.",
    "The schema can't be read, or a model or table with a name that the store needs has another purpose, lacks a column or lacks a unique index.",
    "Change the line as the message shows, then run the command again",
  ),
  AUTH_E_UNKNOWN_SHELL: page(
    "There is no completion for this shell.",
    "The supported shells are bash, zsh, fish and pwsh.",
    "auth completion bash",
  ),
  AUTH_E_SESSION: page(
    "There is no session strategy with this name.",
    "Sessions are kept in the cookie (jwt) or in a store (database).",
    "--session jwt",
  ),
  AUTH_E_ROLE: page(
    "This can't be the name of a role.",
    "A role name has lower-case letters and digits, with - between words, and at most 32 characters: an environment variable is named after it.",
    "auth add-role content-editor",
  ),
  AUTH_E_DOCKER: page(
    "The command can't tell how to build an image of this app.",
    "An image runs the build and start scripts of package.json, and an app in a workspace needs more than its own folder.",
    "Add the script named in the message, then run auth add-docker again",
  ),
  AUTH_E_BASE_PATH: page(
    "The endpoints of sign-in can't be put at this path.",
    "It isn't a path, the framework has a fixed one, or a configuration is there that says it.",
    "auth init --base-path /api/auth",
  ),
  AUTH_E_BASE_TAKEN: page(
    "The app has routes where the endpoints of sign-in would be.",
    "Of a route and an endpoint at one address only one is ever reached. The message names the routes.",
    "auth init --base-path /sign-in-api",
  ),
  AUTH_E_PROTECT_PATH: page(
    "This path can't be protected.",
    "It isn't a path below the app's root, or it includes the sign-in page, so nobody could sign in any more.",
    'auth protect /dashboard "/teams/*/settings"',
  ),
  AUTH_E_PROTECT_NOTHING: page(
    "No page or route of the app answers at the path to protect.",
    "The path is mistyped, or the page doesn't exist yet. A guard without a page would only look safe. Built-in pages at addresses of the app need none.",
    "Run auth protect with one of the paths in the message",
  ),
  AUTH_E_PROTECT_ROLE: page(
    "The role name has characters other than letters, digits and - _ . :",
    "The name is written into the code unchanged.",
    "auth protect /admin --role admin",
  ),
  AUTH_E_PROTECT_ORGANIZATION: page(
    "A guard for an organisation can't be written like this.",
    "The path has no part of that name, the configuration lacks the plugin organizations, or its roles don't hold the role or the permission.",
    'auth protect "/teams/:team" --organization team',
  ),
  AUTH_E_PROTECT_MAX_AGE: page(
    "The value of --max-age isn't a number of seconds.",
    "It has to be a whole number above 0.",
    "auth protect /account/delete --max-age 300",
  ),
  AUTH_E_PROTECT_FACTOR: page(
    "No plugin of the configuration shows the factor that --factor names.",
    "The guard would let nobody in.",
    "auth add-plugin two-factor\nauth protect /transfer --factor two-factor",
  ),
  AUTH_E_PROTECT_FRAMEWORK: page(
    "The command line can't write guards for this framework.",
    "It can't read the routes of this framework yet.",
    "Write auth.require() in front of the route: docs/frameworks has the line",
  ),
  AUTH_E_PARAM: page(
    "A parameter isn't in the form name=value.",
    "The value follows the first equals sign.",
    "--param tenant=common",
  ),
  AUTH_E_UNKNOWN_PARAM: page(
    "The provider has no parameter with this name.",
    "Each provider has its own.",
    "auth providers show <id>",
  ),
  AUTH_E_MISSING_PARAM: page(
    "The provider needs a parameter.",
    "The provider's URLs depend on it, such as a tenant, a domain or a shop.",
    "--param domain=example.com",
  ),
  AUTH_E_ONE_PROVIDER: page(
    "A client id, issuer or parameter is given for several providers.",
    "Each of these values belongs to one provider.",
    "Add the providers one by one",
  ),
  AUTH_E_PROVIDER_NEEDS_CODE: page(
    "The provider can't be added without code of yours.",
    "Some providers need a decision or a function: how a mail is sent, which keys are accepted. Passwords need a file of their own, which auth add-provider writes next to an existing configuration.",
    "Follow docs/guides/credentials.md, docs/guides/email.md or docs/guides/passkeys.md",
  ),
  AUTH_E_TRANSPORT: page(
    "The transport doesn't send mails.",
    "--transport names the provider that sends the mails of auth add-provider email.",
    "auth add-provider email --transport resend",
  ),
  AUTH_E_PACKAGE_MANAGER: page(
    "There is no package manager with this name.",
    "The supported package managers are npm, pnpm, yarn and bun.",
    "--package-manager pnpm",
  ),
  AUTH_E_PORT: page(
    "The port isn't a number from 1 to 65535.",
    "auth dev listens on it.",
    "auth dev --port 4010",
  ),
  AUTH_E_URL: page(
    "The address isn't an http or https URL.",
    "auth doctor sends requests there.",
    "auth doctor --url http://localhost:3000",
  ),
  AUTH_E_CLAIMS: page(
    "The claims aren't a JSON object.",
    "The payload of a token is a JSON object.",
    'auth token encode \'{"sub":"1"}\'',
  ),
  AUTH_E_SESSION_TOKEN: page(
    "callbacks.session reads token, and sessions would be kept in the database.",
    "There is a token only with sessions in cookies: every signed-in user would get an error on every page.",
    "Run auth add-adapter kysely --session jwt, or read user in place of token",
  ),
  AUTH_E_NOT_STAGED: page(
    "There is no staged secret to promote.",
    "AUTH_SECRET_NEXT isn't in the env file that the command writes.",
    "auth secret rotate --stage",
  ),
  AUTH_E_STAGED: page(
    "A new secret is staged already.",
    "AUTH_SECRET_NEXT is in the env file, and there can be only one.",
    "auth secret rotate --promote",
  ),
  AUTH_E_ENV_VALUE: page(
    "A value can't be written into the env file.",
    "dotenv, node --env-file and Next.js unquote values in different ways. With the special characters in this value, no way of writing it means the same to all of them.",
    "Set the variable in the environment of the process",
  ),
  AUTH_E_UNREAD_VALUE: page(
    "The code doesn't read a variable for a value that you gave.",
    "The configuration sets the option itself, so a variable would have no effect.",
    "Remove the option from the code, then run the command again",
  ),
  AUTH_E_ENV_PATH: page(
    "The env file is outside the project.",
    "The command writes only below the project's folder.",
    "--env .env.local",
  ),
  AUTH_E_NO_LAYOUT: page(
    "There is no layout around every page.",
    "--layout puts a button into the root layout, in frameworks that have one. The help of auth init lists them.",
    "Leave out --layout, and add a button where you want one: docs/guides/sign-in-buttons.md",
  ),
  AUTH_E_NO_FILE: page(
    "A file named by a flag doesn't exist.",
    "Paths are relative to the current folder.",
    "Check the path",
  ),
  AUTH_E_NO_SERVER: page(
    "No file of the project creates a server.",
    "The handler is mounted where the application is created, such as by express() or new Hono(). The message says which call was looked for.",
    `npx ${packageName} init --server src/server.ts`,
  ),
  AUTH_E_NO_SCRIPT: page(
    "package.json has no script that starts the app, such as dev or start.",
    "auth dev starts your app.",
    "auth dev -- node server.js",
  ),
  AUTH_E_NO_FRAMEWORK: page(
    "package.json has no supported framework.",
    "This may be the root of a workspace, the wrong folder, an app that runs in the browser, or a framework that auth init doesn't set up. The message says which. Any server with a Request can call Auth(request, config): docs/frameworks/web.md.",
    `npx ${packageName} init --cwd apps/web`,
  ),
  AUTH_E_WHICH_APP: page(
    "The folder is the root of a workspace and not an app.",
    "Nothing was written. The message lists the apps in the workspace.",
    `npx ${packageName} init --cwd apps/web`,
  ),
  AUTH_E_FRAMEWORK_MISSING: page(
    "The framework given by --framework isn't in package.json.",
    "The generated code couldn't run.",
    "npm install express",
  ),
  AUTH_E_FRAMEWORK_OLD: page(
    "The framework is older than the first version that works.",
    "The generated code would not run on it, or not as it says. auth doctor goes by the same list.",
    "npm install @nestjs/core@latest",
  ),
  AUTH_E_NO_DATABASE_URL: page(
    "There is no database URL.",
    "auth db reads the URL from an environment variable, .env.local or .env, and from nowhere else.",
    "auth db migrate --url-env POSTGRES_URL",
  ),
  AUTH_E_DATABASE_URL: page(
    "The database URL isn't one of a supported database.",
    "Use postgres://, mysql://, mariadb://, libsql://, or file: with the path of a SQLite file.",
    "DATABASE_URL=postgres://user:password@host:5432/name",
  ),
  AUTH_E_BATCH: page(
    "The value of --batch isn't a number of rows.",
    "It has to be a whole number from 1 to 100000.",
    "auth db cleanup --batch 1000",
  ),
  AUTH_E_NO_TABLE: page(
    "The database lacks a table that the command reads or writes.",
    "It is another database than the app's, or the tables of the plugin are not made yet.",
    "auth db migrate",
  ),
  AUTH_E_NO_USER: page(
    "There is no such user.",
    "An address has to be whole; an id is compared letter by letter.",
    "auth users list --from ada",
  ),
  AUTH_E_TWO_USERS: page(
    "Several users have this address but for upper and lower case.",
    "One of them may be a stranger's: nobody is taken for another one.",
    "auth users show <id>",
  ),
  AUTH_E_UNPROVEN: page(
    "Nobody has proven the address.",
    "Whoever signed up with it may be a stranger. A sign-in by a mailed link proves it.",
    "auth users grant <id>",
  ),
  AUTH_E_ADMINISTRATOR: page(
    "The user is an administrator.",
    "Nothing is done to administrators before their grant is taken back.",
    "auth users revoke <user>",
  ),
  AUTH_E_REASON: page(
    "A ban needs a reason.",
    "Other administrators read it; the user does not. It has 1 to 200 characters on one line.",
    'auth users ban <user> --reason "spam"',
  ),
  AUTH_E_UNTIL: page(
    "The value of --until isn't a day to come.",
    "A ban ends at the beginning of a day, in UTC, or stays until it is taken back.",
    'auth users ban <user> --reason "spam" --until 2031-01-31',
  ),
  AUTH_E_NO_SECRET: page(
    "There is no secret.",
    "AUTH_SECRET is set neither in the environment nor in the env file.",
    "auth secret generate --write",
  ),
  AUTH_E_NO_JOURNAL: page(
    "There is no plan with this id to undo.",
    "The plan was undone already, or was applied in another project.",
    "auth undo",
  ),
  AUTH_E_NOTHING_TO_MIGRATE: page(
    "package.json has no package to migrate from.",
    "auth migrate knows next-auth, @auth/core and @auth/express; with --alias further integrations of @auth/core.",
    `npx ${packageName} init`,
  ),
  AUTH_E_ALIAS_SOURCE: page(
    "Nothing says where this package is to be installed from.",
    `A name of a registry is written only when this command line came from there, as its lock file says: another package may stand there under the same name. Otherwise a tarball inside the repository is needed.`,
    `npx auth migrate --alias --from vendor/${packageName}-1.0.0.tgz`,
  ),

  // A decision of a person: exit code 3, nothing written
  AUTH_E_CONFLICT: page(
    "A file with other content is in the way.",
    untouched,
    "Look at the diff, then use --force to replace the file; auth undo restores it",
  ),
  AUTH_E_OLD_AUTH: page(
    "next-auth or @auth/* signs users in here.",
    `${untouched} Two sets of routes and cookies would conflict.`,
    "Run auth migrate, or use --force to set up from scratch",
  ),
  AUTH_E_MIGRATE_VERSION: page(
    "The version of next-auth is older than 4 or in no catalog, or that of the framework is too old.",
    `${untouched} Modules and options of next-auth before 4 differ. SvelteKit counts from 2.27 on, Nuxt from 4.`,
    "Update what the message names, following its own guide, then run auth migrate",
  ),
  AUTH_E_ALIAS_REFUSED: page(
    "The app can't keep its integration over this package.",
    `${untouched} The message names what isn't known to work: the integration, its version, passkeys, or the package manager.`,
    "auth migrate",
  ),
  AUTH_E_ALIAS_PIN: page(
    "Something of the package manager changes @auth/core already.",
    `${untouched} An override with another target, or a patch of the code, has a reason that only you know.`,
    "Take the entry out, then run auth migrate --alias again",
  ),
  AUTH_E_LOCK_FILE: page(
    "The lock file can't be read.",
    `${untouched} It is damaged, has marks of a merge, or is of a version that isn't known: nobody could say what an install made of it.`,
    "git checkout package-lock.json",
  ),
  AUTH_E_CONFIG_SHAPE: page(
    "The code can't be edited safely.",
    `${untouched} The place and the lines to add are printed.`,
    "Paste the snippet, then run the command again",
  ),
  AUTH_E_UNFINISHED: page(
    "Something that the command was asked for does not work yet.",
    "The message names what is open: only a person can do that. Exit code 3: nothing is written. Exit code 1: the rest is.",
    "Do what the message names, then run the command again",
  ),
  AUTH_E_ANOTHER_PLAN: page(
    "The plan isn't the one that --plan names.",
    "The project, the answers or the package changed since that plan was shown. Nothing was written.",
    "Run the command with --dry-run, and name the id that it shows",
  ),
  AUTH_E_CHANGED: page("A file was changed while the plan was shown.", untouched, "Run the command again"),
  AUTH_E_CHANGED_SINCE: page(
    "A file was changed since the plan was applied.",
    "Undoing the plan would lose that work.",
    "Run auth undo --force, which leaves those files alone",
  ),
  AUTH_E_TRACKED_ENV: page(
    "git tracks the env file.",
    "A secret in it would be committed.",
    "git rm --cached .env",
  ),
  AUTH_E_NEEDS_ESM: runnable(
    "The project isn't set up for ES modules.",
    "The generated TypeScript wouldn't compile, or wouldn't run.",
    `npx ${packageName} init --esm`,
  ),
  AUTH_E_TSCONFIG_EXTENDS: runnable(
    "tsconfig.json extends a file that can't be read.",
    "It is in a package that is not installed yet, and nothing else says which modules the compiler writes.",
    "npm install",
  ),
  AUTH_E_REQUIRE: page(
    "A file uses require(), and --esm makes it an ES module.",
    "ES modules don't have require().",
    "Change the calls to imports, or run without --esm",
  ),
  AUTH_E_PROVIDER_DEAD: page(
    "The provider is out of service.",
    "It no longer answers, or no longer accepts new apps.",
    "Use --force to add it anyway",
  ),
  AUTH_E_EDGE_STORE: page(
    "The middleware would import the database driver.",
    "Before Next.js 16, middleware runs in a runtime without database drivers.",
    "Guard each page, or split the configuration",
  ),
  AUTH_E_WORKER_STORE: page(
    "The store can't be used on Cloudflare Workers.",
    "It opens a file or keeps a connection. A worker has no files, and a connection ends with the request that opened it.",
    "auth add-adapter @auth/d1-adapter",
  ),
  AUTH_E_SECRETS_FULL: page(
    "All variables for secrets are in use.",
    "The runtime reads AUTH_SECRET and AUTH_SECRET_1 to _3.",
    "auth secret rotate --drop-oldest",
  ),
  AUTH_E_LAST_SECRET: runnable(
    "The only secret can't be removed.",
    "Without it, every user would be signed out.",
    "auth secret rotate",
  ),
  AUTH_E_SECRET_PLACES: page(
    "Secrets are in two env files.",
    "Secrets can't be moved between files safely.",
    "Move all secrets to one file",
  ),
  AUTH_E_LEGACY_SECRET: page(
    "The secret is in NEXTAUTH_SECRET.",
    "NEXTAUTH_SECRET is read only while AUTH_SECRET isn't set: adding AUTH_SECRET with another value would end all sessions.",
    "Rename it to AUTH_SECRET, with the same value",
  ),
  AUTH_E_MIGRATE_LEFT: page(
    "The migration is written, and something doesn't work yet.",
    "Each place is listed under Breaks now, with what to write.",
    "Make these changes before you deploy; auth undo reverts everything",
  ),
  AUTH_E_MIGRATE_BY_HAND: page(
    "What is left to migrate has to be changed by hand.",
    "Each place is listed with what to write.",
    "Make the changes, then run auth migrate again",
  ),

  // Failures: exit code 1
  AUTH_E_ALIAS_COPY: page(
    "The install didn't put this package in the place of @auth/core.",
    "A second copy is left below another package, or what came has another integrity than this package. What was written is taken back.",
    "rm -rf node_modules, then run auth migrate --alias again",
  ),
  AUTH_E_FINDINGS: runnable(
    "auth doctor found errors.",
    "Each is listed with its code, place and fix.",
    "auth doctor --fix",
  ),
  AUTH_E_VERIFY: page(
    "The provider doesn't accept the settings.",
    "--verify asked the provider; the message names the first setting that is wrong: issuer, keys, client id, callback URL or secret. Nothing was written.",
    "Correct the setting at the provider or in the flags, then run the command again",
  ),
  AUTH_E_NO_DRIVER: page(
    "The project has no driver for the database.",
    "The command uses a driver that the project has installed. The message names those that it knows for this database.",
    "npm install pg",
  ),
  AUTH_E_DATABASE: page(
    "The database refused the request, or couldn't be reached.",
    "The message quotes the database's error without the URL, because the URL contains the password.",
    "Check that the database is running, and that its user may create tables and delete rows",
  ),
  AUTH_E_DRIFT: page(
    "The tables differ in a way that auth db migrate doesn't change.",
    "auth db migrate creates tables and indexes, and never changes or removes a column. Each difference is listed with a statement that fixes it.",
    "Run the listed statements, then run auth db migrate again",
  ),
  AUTH_E_NO_FOLDER: page("The folder given by --cwd doesn't exist.", "--cwd names it.", "Check the path"),
  AUTH_E_NO_PACKAGE: runnable("There is no package.json.", "The command works on a project.", "npm init -y"),
  AUTH_E_PACKAGE_JSON: page(
    "package.json isn't valid JSON.",
    "The command reads it before it writes anything. The message names file and line.",
    "Correct the line named in the message",
  ),
  AUTH_E_TSCONFIG: page(
    "tsconfig.json isn't valid.",
    "The command reads paths and module settings from it. The message names file and line.",
    "Correct the line named in the message",
  ),
  AUTH_E_NO_CONFIG: runnable(
    "No file holds a sign-in configuration.",
    "No file imports the package and has providers.",
    `npx ${packageName} init`,
  ),
  AUTH_E_SEVERAL_CONFIGS: page(
    "Several files hold a sign-in configuration.",
    "None of them was written by auth init, is imported by the server, or has one of the usual file names.",
    "--config src/auth.ts",
  ),
  AUTH_E_NO_APP_DIR: page(
    "The Next.js project has no folder for this router.",
    "Routes are added to an existing app/ or pages/ folder.",
    `npx ${packageName} init --framework next-pages`,
  ),
  AUTH_E_ENCODING: page("A file isn't UTF-8 text.", "Editing it would damage it.", "Save it as UTF-8"),
  AUTH_E_OUTSIDE: page(
    "A file is a symbolic link to a place outside the project.",
    "The command doesn't write outside the project.",
    "Replace the link with a file",
  ),
  AUTH_E_REPOSITORY: page(
    "A folder holds a git repository that has no .git, or the index of the repository cannot be read.",
    "Git follows the configuration of such a folder, which can start any program; a clone brings it along. Without its index nobody can say which files git keeps.",
    "Look at the file config in that folder, and remove HEAD, objects, refs and config",
  ),
  AUTH_E_FILE: page(
    "The file system refused to write.",
    "There is no permission, no space, or the disk is read-only; the message says which. Nothing was changed.",
    "Correct the permissions, or free some space",
  ),
  AUTH_E_BUSY: page(
    "Another run is changing this project.",
    "Two runs at once would overwrite each other.",
    "Wait until it has finished",
  ),
  AUTH_E_ROLLBACK: page(
    "Writing failed, and so did reverting.",
    "The journal is kept: the next run reverts the rest.",
    "Fix the problem with the disk, then run any command",
  ),
  AUTH_E_JOURNAL: page(
    "A journal in .auth can't be read.",
    "The file was changed or truncated.",
    "Remove the file named in the message; its changes can't be undone then",
  ),
  AUTH_E_FOREIGN_JOURNAL: page(
    "A journal in .auth wasn't written by you on this machine.",
    "It may have come with the repository, from another machine or another user. Taking it back writes and deletes files, so you have to look at it first.",
    "Look at the diff that auth undo shows in a terminal, or remove the file named in the message",
  ),
  AUTH_E_INSTALL: runnable(
    "The package manager failed.",
    "The files are written; only the packages are missing. The message names the command of your package manager.",
    "npm install",
  ),
  AUTH_E_START: page(
    "auth dev can't start your app's command.",
    "The command isn't installed, or is mistyped.",
    "auth dev -- npm run dev",
  ),
  AUTH_E_UNKNOWN_USER: page(
    "There is no user with the name given by --as.",
    "auth dev has three made-up users and those in auth.dev-users.json, found by id, user name, email address or name.",
    "auth dev --as mira",
  ),
  AUTH_E_PRODUCTION: page(
    "auth dev doesn't run with NODE_ENV=production.",
    "It signs in anyone without a password.",
    "Unset NODE_ENV, or start the app without auth dev",
  ),
  AUTH_E_NO_TOKEN: page(
    "There is no session cookie in the text.",
    "The command looked for the usual cookie names.",
    "auth token decode --cookie-name NAME",
  ),
  AUTH_E_CONFIG_THERE: page(
    "init was asked for plugins, and a configuration is there that lacks them.",
    "init leaves a configuration as it is.",
    "npx auth add-plugin password",
  ),
  AUTH_E_TOKEN_FORM: page(
    "The text isn't a session token.",
    "A session token has five parts. An ID token has three, and a database session has a plain value.",
    "Copy the whole cookie",
  ),
  AUTH_E_TOKEN_KEY: page(
    "No secret opens the token.",
    "It was made with another secret, or for another cookie name: the name is the salt of the key.",
    "Use --secret-env NAME or --cookie-name NAME",
  ),
  AUTH_E_TOKEN_DAMAGED: page(
    "The secret and the cookie name are right, and the token is damaged.",
    "The token was truncated or changed.",
    "Copy the whole cookie",
  ),
  AUTH_E_INTERRUPTED: page(
    "The command was interrupted.",
    "Changes made so far were reverted. Exit code 130.",
    "Run it again",
  ),
  AUTH_E_INTERNAL: page(
    "An unexpected error occurred.",
    "This is a bug in the command line.",
    "Run the command again with --verbose, and report its output",
  ),
} as const satisfies Readonly<Record<string, ErrorPage>>;

export const warningCodes = {
  AUTH_W_RECOVERED: page(
    "An earlier run was interrupted.",
    "Its changes were reverted before this run began.",
    "Nothing to do",
  ),
  AUTH_W_UNREAD: page(
    "A file of the project could not be read.",
    "It is nested too deep, is no UTF-8 text, or may not be opened. The command went on without it.",
    "Look at the file that the message names",
  ),
  AUTH_W_DIRTY: page(
    "Files to be written have uncommitted changes.",
    "git will show your changes and those of the command as one.",
    "git commit",
  ),
  AUTH_W_COMMONJS: page(
    "The project is CommonJS.",
    "The new file uses require(), which needs Node 20.19 or later.",
    `npx ${packageName} init --esm`,
  ),
  AUTH_W_EXTENSIONS: page(
    "An import has no file extension.",
    "ES modules need the extension in relative imports.",
    'import "./file.js"',
  ),
  AUTH_W_PROTECT_PAGE: page(
    "A page below the path was left unchanged.",
    "A client component runs in the browser, and with cacheComponents a page can wait for the session only inside Suspense. So only the proxy guards this page.",
    "Add auth.require() to the route that the page loads its data from",
  ),
  AUTH_W_PROTECT_BESIDE: page(
    "A route has a word of its own where the path names an organisation.",
    "A guard by path takes the word for the name of an organisation and lets nobody in. A guard that stands at routes leaves this one out.",
    "Give that route a path of its own, or guard it without --organization",
  ),
  AUTH_W_PROTECT_NOTHING: page(
    "No route in sight answers at a path that was guarded.",
    "A file server or a router may answer there. Otherwise the path is mistyped, and the guard guards nothing.",
    "Compare the path with those in the message",
  ),
  AUTH_W_PROXY: page(
    "There is a proxy or middleware file already.",
    "Your file stays unchanged, and the page is guarded by itself.",
    "Add the line named in the message",
  ),
  AUTH_W_PAGE_ADDRESS: page(
    "A built-in page got another address than the usual one.",
    "The app answers at the usual one already, and only one of the two would ever be seen.",
    "Nothing to do, or choose an address: pageAddresses in the configuration",
  ),
  AUTH_W_BASE_PATH: page(
    "The endpoints of sign-in got another path than the usual one, or share addresses with the app.",
    "The app has routes below the usual one: a route and an endpoint at one address hide each other.",
    "Nothing to do, or choose a path: auth init --base-path /sign-in-api",
  ),
  AUTH_W_CSRF_GUARD: page(
    "A guard of the app refuses the forms of sign-in.",
    "It asks each form for a token of its own, which the forms of sign-in do not carry. They have one of their own.",
    "Write the line in the message",
  ),
  AUTH_W_ROUTES_UNREAD: page(
    "Some routes of the app are not in sight.",
    "Their addresses are made when the app runs, or what mounts their router was not found. None of them was held against the path of the endpoints.",
    "auth init --base-path /sign-in-api, where one of them is below the path in the message",
  ),
  AUTH_W_EDGE_STORE: page(
    "No middleware was written, because the project has a store.",
    "Before Next.js 16, middleware runs in a runtime without database drivers.",
    "Nothing to do: each page is guarded by itself",
  ),
  AUTH_W_LEGACY_SECRET: page(
    "NEXTAUTH_SECRET is set.",
    "AUTH_SECRET is read first, so sessions encrypted with the old value end.",
    "Set AUTH_SECRET to the same value to keep them",
  ),
  AUTH_W_DROPS_SECRET: page(
    "A secret is removed for good.",
    "Sessions that only this secret opens end now.",
    "Wait until the date that auth secret rotate printed",
  ),
  AUTH_W_SESSIONS_STAY: page(
    "Sessions stay in cookies although there is a store.",
    "callbacks.session reads token, which exists only with sessions in cookies.",
    "To keep sessions in the database, read user in place of token first",
  ),
  AUTH_W_SESSIONS_MOVE: page(
    "Sessions move into the database.",
    "Users who are signed in by a cookie have to sign in again.",
    "--session jwt",
  ),
  AUTH_W_CREDENTIALS_DATABASE: page(
    "Credentials need sessions in cookies.",
    "With a store, sessions would be kept in the database.",
    "--session jwt",
  ),
  AUTH_W_PLUGIN_TABLES: page(
    "The tables of a plugin are left for you to make.",
    "The command found no file that imports one of the adapters it knows.",
    "docs/plugins has the tables of each plugin",
  ),
  AUTH_W_REQUIRED_COLUMNS: page(
    "A table of the project has required columns that the store has no value for.",
    "A new user has at most an email address, a name and an image.",
    "Make the column optional, or give it a default",
  ),
  AUTH_W_LOCALHOST: page(
    "The provider may refuse http://localhost.",
    "The provider's documentation says so, or a user reported it.",
    "Use auth dev, which simulates the provider",
  ),
  AUTH_W_PROVIDER_STATUS: page(
    "The provider is limited, deprecated or dead.",
    "The note says why.",
    "auth providers show <id>",
  ),
  AUTH_W_NO_PROVIDERS: page(
    "The last provider was removed.",
    "Nobody can sign in.",
    "auth add-provider <id>",
  ),
  AUTH_W_ENV_KEPT: page(
    "Variables that have a value, or that other code reads, were left in place.",
    "The command never removes a value, or a variable that a source file names. The message lists the lines.",
    "Remove the lines if nothing else needs them",
  ),
  AUTH_W_LEFT_OVER: page(
    "Code that belongs to the provider was left in place.",
    "It may be used elsewhere. The message names the place.",
    "Remove it by hand",
  ),
  AUTH_W_COMMENT: page(
    "A comment was left without its entry.",
    "Comments are never removed.",
    "Remove it by hand",
  ),
  AUTH_W_EXPIRED: page(
    "The token has expired.",
    "The token can be decrypted, and the app refuses it.",
    "Sign in again",
  ),
  AUTH_W_LARGE: page(
    "The token is almost too large for one cookie.",
    "A cookie holds 4,096 bytes. Longer tokens are split over several cookies, and some proxies refuse long headers.",
    "Keep provider tokens out of the jwt callback",
  ),
  AUTH_W_NO_SUBJECT: page(
    "The token has no subject.",
    "Most callbacks read the id of the user from sub.",
    'auth token encode \'{"sub":"1"}\'',
  ),
  AUTH_W_NEXT_VERSION: page(
    "This version of Next.js isn't supported.",
    "Versions 14 to 16 are supported.",
    "npx @next/codemod upgrade",
  ),
  AUTH_W_PEER: page(
    "A package is too old.",
    "The message names the installed and the required version.",
    "Update it",
  ),
  AUTH_W_GUARD_SESSION: page(
    "A guard of next-auth 4 was left unchanged.",
    "The guard that replaces it also writes the session cookie, so it needs your options for name, lifetime and encoding.",
    "Pass session, jwt and cookies of your options to the guard",
  ),
  AUTH_W_COOKIE_NAME: page(
    "Your code names the session cookie of next-auth 4.",
    "The session cookie has another name now. The old cookie is still read until it is replaced.",
    "Read both names, and delete both to sign a user out",
  ),
  AUTH_W_SIGN_IN_TEXT: page(
    "The code passes a text of its own to the sign-in page as the error.",
    "Only known error types reach the page: CredentialsSignin can carry a code of yours, everything else becomes Configuration or AccessDenied.",
    'throw Object.assign(new CredentialsSignin(), { code: "locked" })',
  ),
  AUTH_W_MAIL_NEEDS_URL: page(
    "Sign-in mails are not sent.",
    "The link in a mail never uses a host taken from the request, because a request can name any host. Without a platform that sets the host, you have to set it.",
    "AUTH_URL=https://app.example.com, or AUTH_TRUST_HOST=app.example.com",
  ),
  AUTH_W_PROXY_ORIGINS: page(
    "The redirect proxy sends codes to its own origin only.",
    "Previews behind it have to be listed.",
    "AUTH_REDIRECT_PROXY_ORIGINS=https://*.preview.example.com",
  ),
  AUTH_W_PASSKEY_SIGN_UP: page(
    "Visitors who aren't signed in can't register a passkey.",
    "Before, anyone could register one for any address. Now it needs a session or a link sent by mail.",
    "Passkey({ allowSignUp: true })",
  ),
  AUTH_W_PLAIN_COOKIE: page(
    "On https, getToken doesn't look for a cookie without __Secure-.",
    "Your options name such a cookie, or turn secure cookies off.",
    "getToken({ req, secureCookie: false })",
  ),
  AUTH_W_CHANGED: page(
    "Something behaves differently since the release that this project was written for.",
    "auth upgrade names the changes that concern the project.",
    "Check the code that relies on it",
  ),
  AUTH_W_DOCKER_ENV_FILE: page(
    "The start script reads an env file that isn't in the image.",
    "Secrets don't belong in an image. In a container the variables come from outside, and Node exits if the file given by --env-file is missing.",
    'Write --env-file-if-exists in place of --env-file in "start"',
  ),
  AUTH_W_SESSION_COLUMNS: page(
    "The session callback returns everything that it gets.",
    "sessionToken, and columns of the user whose name suggests a secret, are no longer part of the session.",
    "Name each value that a page needs in the session callback",
  ),
  AUTH_W_STORE_ACCOUNTS: page(
    "A store of the app's own has getAccount.",
    "@auth/core asks it for passkeys alone. Here every OAuth sign-in asks it whether the account that the store found is the right one: an account that it does not find is refused (OAuthAccountNotLinked).",
    "Let getAccount find the accounts of every provider; the conformance kit checks it (authwright/adapters/testing)",
  ),
  AUTH_W_SHORT_MAIL_CODE: page(
    "Short codes sent by mail have stricter limits.",
    "A code with fewer than 22 characters is valid for 10 minutes and 5 attempts, and needs the email address.",
    "Ask for the email address together with the code",
  ),
  AUTH_W_LINKING: page(
    "Accounts join users by their address.",
    "With allowDangerousEmailAccountLinking an account joins the user who has its address. Where nobody had proven that address and the provider vouches for it, the join is a proof. Sessions and passkeys that others may have brought end, and other accounts wait for the owner's word. A user with a password, a passkey or a factor is not joined (OAuthAccountNotLinked); a mailed link says whose it is.",
    "Nothing, or false: people add accounts while they are signed in",
  ),
  AUTH_W_OLD_ADAPTER: page(
    "An adapter works with next-auth 4 only.",
    "The adapter under @auth/ uses the same tables.",
    "npm install @auth/prisma-adapter",
  ),
  AUTH_W_NO_SUBPATH: page(
    "A package of next-auth or @auth has no replacement here yet.",
    "There is no integration for its framework.",
    "Keep it until there is one",
  ),
} as const satisfies Readonly<Record<string, ErrorPage>>;

/** Warnings of what the command was asked for and does not work until a person does the rest: it ends with exit 1. */
export const openWarnings: ReadonlySet<keyof typeof warningCodes> = new Set([
  "AUTH_W_CREDENTIALS_DATABASE",
  "AUTH_W_CSRF_GUARD",
  "AUTH_W_DOCKER_ENV_FILE",
  "AUTH_W_EXTENSIONS",
  "AUTH_W_PLUGIN_TABLES",
  "AUTH_W_REQUIRED_COLUMNS",
]);

export type ErrorCode = keyof typeof errorCodes;
export type CommandWarning = keyof typeof warningCodes;

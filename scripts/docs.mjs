/**
 * Writes the pages that follow from the source: docs/cases.md from the tests, docs/cli/*.md from the command manifest, docs/reference/errors.md and
 * cookies.md from the error table and the cookie policy, docs/providers/*.md from the records, docs/doctor/*.md from the tables of findings, docs/adapters/tables.md from the tables of stores and plugins, the pictures of docs/architecture.md from the imports. `--check` only compares and ends with 1 when one is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withDrawings } from "./architecture/drawing.mjs";
import { readProject } from "./architecture/project.mjs";
import { casePage } from "./case-ids.mjs";
import { groupLinks, groupPage } from "./code-pages.mjs";
import { doctorPages } from "./doctor-pages.mjs";
import { loadSource } from "./load-sources.mjs";
import { root } from "./prepare.mjs";
import { providerPages } from "./provider-pages.mjs";
import { tablePage } from "./table-pages.mjs";

const source = (file) => readFileSync(path.join(root, file), "utf8");

const cell = (text) => text.replaceAll("|", "\\|");

/** Commands that do one thing to one user share a page. */
const sharedPage = "users";
const pageOf = (name) => (name.startsWith(`${sharedPage} `) ? sharedPage : name.replaceAll(" ", "-"));
const linkOf = (name) =>
  pageOf(name) === sharedPage ? `${sharedPage}.md#auth-${name.replaceAll(" ", "-")}` : `${pageOf(name)}.md`;

async function commandPages() {
  const { commands, globalFlags, writeFlags } = await loadSource("src/commands/manifest/manifest.ts");
  const table = (flags) =>
    [
      "| flag | does |",
      "|---|---|",
      ...flags.map(({ flags: name, help }) => `| \`${cell(name)}\` | ${cell(help)} |`),
    ].join("\n");
  const sections = commands.map(({ name, args, help, flags, examples, writes }) => {
    const own = [...flags, ...(writes ? writeFlags : [])];
    const page = pageOf(name);
    // Made by scripts/terminal-pictures.mjs.
    const picture = existsSync(path.join(root, `docs/cli/pictures/${page}.svg`))
      ? `\n![auth ${name} in a terminal](pictures/${page}.svg)\n`
      : "";
    const text = `# auth ${name}

${help[0].toUpperCase()}${help.slice(1)}.

${args ? `\`\`\`sh\nauth ${name} ${args}\n\`\`\`\n\nFor example:\n\n` : ""}\`\`\`sh
${examples.join("\n")}
\`\`\`
${picture}${own.length > 0 ? `\n${table(own)}\n` : ""}`;
    return { file: `docs/cli/${page}.md`, text };
  });
  const files = new Set(sections.map(({ file }) => file));
  const pages = [...files].map((file) => {
    const texts = sections.filter((one) => one.file === file).map(({ text }) => text);
    const title = texts.length > 1 ? [`# auth ${sharedPage}\n`] : [];
    const shown = title.length === 0 ? texts : texts.map((text) => `#${text}`);
    const last = "Every command also takes the [flags for all commands](README.md).\n";
    return [file, [...title, ...shown, last].join("\n")];
  });
  const index = `# The command line

\`npx authwright init\` in a project that does not have the package yet, \`npx auth <command>\` in one that has. (The npm name \`auth\` belongs to another product.) From a tarball or a repository, \`npx --package file:authwright.tgz auth init\` makes package.json ask for that file or address in place of the registry.

| command | does |
|---|---|
${commands.map(({ name, help }) => `| [auth ${name}](${linkOf(name)}) | ${cell(help)} |`).join("\n")}

Flags for all commands, before or after the command:

${table(globalFlags)}

| exit code | means |
|---|---|
| 0 | done, or nothing to do |
| 1 | failed; or written, and something named in the output is left to you |
| 2 | wrong usage, or an answer is missing and may not be asked for |
| 3 | something needs a person; nothing was written |
| 130 | interrupted by Ctrl-C; 143: by SIGTERM |

Without a terminal, or with \`CI\` set, \`--yes\` or \`--no-input\`, nothing is ever asked. Results go to stdout, all else to stderr.

On a terminal lines end between words, whatever its width; commands, code and addresses stay whole. Addresses can be clicked where the terminal is known to do that (OSC 8); \`FORCE_HYPERLINK=1\` and \`0\` decide otherwise. Ctrl-C at a question writes nothing.
`;
  return [...pages, ["docs/cli/README.md", index]];
}

/** Rows about the classes in files named `*-error.ts` of plugins; what they share stands in the host. */
const pluginErrors = () =>
  readdirSync(path.join(root, "src/runtime/plugins"), { recursive: true })
    .filter((file) => file.endsWith("-error.ts") && !file.startsWith("host"))
    .sort()
    .map((file) => {
      // In the folder of its plugin, or in a room of all, named after one, where several plugins throw it.
      const { dir, base } = path.parse(file);
      const isOfPlugin = existsSync(path.join(root, "src/runtime/plugins", dir, "index.ts"));
      const id = isOfPlugin ? dir : base.slice(0, -"-error.ts".length);
      const [, comment, name] =
        /\/\*\* ([^*]*?) \*\/\nexport class (\w+) extends/.exec(source(`src/runtime/plugins/${file}`)) ?? [];
      return `| \`${name}\` | [\`authwright/plugins/${id}\`](../plugins/${id}.md) | ${cell(comment)} |`;
    });

function errorPage() {
  const text = source("src/runtime/errors/index.ts");
  const facts = new Map(
    [...text.matchAll(/^ {2}(\w+): \{ kind: "(\w+)"(, safe: true)? \}/gm)].map(([, name, kind, safe]) => [
      name,
      { kind, safe: Boolean(safe) },
    ]),
  );
  const where = {
    signIn: (name, safe) => `sign-in page, \`?error=${safe ? name : "Configuration"}\``,
    error: (name, safe) => `error page, \`?error=${safe ? name : "Configuration"}\``,
    config: () => "500; the log says what to change",
    log: () => "nothing: only logged",
  };
  const rows = [...text.matchAll(/\/\*\*\s*([^/]*?)\s*\*\/\nexport class (\w+) extends/g)].map(
    ([, comment, name]) => {
      const words = comment
        .replaceAll(/\s*\n \*\s?/g, " ")
        .replaceAll(/^\*\s*|\s*\*\s*$/g, "")
        .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
        .split(" @")[0]
        .trim();
      const fact = facts.get(name) ?? { kind: "error", safe: false };
      return `| \`${name}\` | ${cell(words)} | ${where[fact.kind](name, fact.safe)} |`;
    },
  );
  return [
    "docs/reference/errors.md",
    `# Errors

Import from \`authwright/errors\`. Every error is an \`AuthError\` with a \`type\` (its name) and a \`cause\`. The whole error goes to \`logger.error\`; a browser sees the type at most, and that only where it says nothing about the server. \`MissingSecretError\` is another name of \`MissingSecret\`.

| error | when | the browser sees |
|---|---|---|
${rows.join("\n")}

Plugins have errors of their own, each with a \`code\` that says what to do. They come from the plugin's entry point; a call to a function of \`auth\` throws them:

| error | import from | thrown when |
|---|---|---|
${pluginErrors().join("\n")}

Clients that send \`X-Auth-Return-Redirect\` get \`{ "url": … }\` with the same query in place of a redirect. \`CredentialsSignin\` adds \`&code=\`; set \`code\` in a subclass, and let it say nothing that helps an attacker.
`,
  ];
}

async function codePages() {
  const { errorCodes, warningCodes } = await loadSource("src/cli/terminal/error-codes.ts");
  const { errorGroups, groupOf } = await loadSource("src/cli/terminal/code-pages.ts");
  const codes = Object.entries({ ...errorCodes, ...warningCodes }).map(([code, page]) => ({
    code,
    ...page,
    group: groupOf(code, errorGroups).id,
  }));
  const rows = (kind) =>
    codes
      .filter(({ code }) => code.startsWith(kind))
      .map(({ code, what, group }) => `| [${code}](${group}.md#${code.toLowerCase()}) | ${cell(what)} |`)
      .join("\n");
  const index = `# Errors and warnings of the command line

Every failure names its code (\`error.code\` with \`--json\`), what happened, and what to do. Codes are stable. What \`auth doctor\` finds is in [docs/doctor](../doctor/README.md), errors of the running app in [docs/reference/errors.md](../reference/errors.md).

${groupLinks(errorGroups)}

| error | means |
|---|---|
${rows("AUTH_E_")}

| warning | means |
|---|---|
${rows("AUTH_W_")}
`;
  const pages = errorGroups.map((group) => [
    `docs/errors/${group.id}.md`,
    groupPage(
      { ...group, title: `Errors: ${group.title}` },
      codes
        .filter((one) => one.group === group.id)
        .map(({ code, what, why, fix }) => `## ${code}\n\n${what} ${why}\n\n\`\`\`text\n${fix}\n\`\`\``),
    ),
  ]);
  return [["docs/errors/README.md", index], ...pages];
}

async function cookiePage() {
  const { cookiePolicy } = await loadSource("src/runtime/http/cookie-policy.ts");
  const [plain, secure] = [cookiePolicy(false), cookiePolicy(true)];
  const life = {
    sessionToken: "`session.maxAge`",
    callbackUrl: "the browser's session",
    csrfToken: "the browser's session",
    knownBrowser: "180 days",
    lastProvider: "a year",
    signOutHint: "400 days",
  };
  const rows = Object.keys(plain).map(
    (key) =>
      `| \`${key}\` | \`${plain[key].name}\` | \`${secure[key].name}\` | ${life[key] ?? "15 minutes"} |`,
  );
  return [
    "docs/reference/cookies.md",
    `# Cookies

| key in \`cookies\` | on http | on https | lives |
|---|---|---|---|
${rows.join("\n")}

\`knownBrowser\` is set after a sign-in by password, for the [throttle](config.md#throttle); it holds hashes of names, sealed. \`lastProvider\` is set when somebody signs in by a form of the built-in sign-in page, for the mark "Last used" there; it holds the provider's id and nothing else. \`theme: { lastUsed: false }\` switches it off. \`signOutHint\` is set by providers with [\`federatedSignOut\`](../guides/sign-out.md), below \`{basePath}/signout\` alone: it holds the ID token, sealed. A cookie beside it, with \`.state\` behind the name, binds a sign-out to its browser for 15 minutes.

\`authjs.state.max-age\`, named after the cookie of the state, is set where an answer asks for [a recent sign-in](../guides/protect.md#a-recent-sign-in) and a provider knows \`max_age\`. It holds that number of seconds, sealed, for ten minutes and one start.

All are \`Path=/; HttpOnly; SameSite=Lax\`, on https also \`Secure\`. \`useSecureCookies\` decides against the URL's word.

The session token is an encrypted JWT (\`A256CBC-HS512\`, key derived from the secret and the cookie's name), or the session's token in your store. Above 3,936 characters it is cut into \`name.0\`, \`name.1\`, …

\`cookies: { sessionToken: { name: "sid", options: { sameSite: "strict" } } }\` is merged over the defaults, per cookie. A new name is a new key: what was sealed under the old name does not open any more.

The plugin [two-factor](../plugins/two-factor.md) adds two that are named after the session cookie. \`.trusted\` (\`__Host-\` on https) is for a browser that isn't asked for \`trustDays\`. \`.set-up\`, for ten minutes, is for a user who signs in once more to set up. A sign-in that waits for a plugin's step is in \`.pending\`, for ten minutes. A browser that asked for a mail with a [code](../guides/email.md#a-code-beside-the-link) holds \`.mail\`, sealed, for 15 minutes. After a wrong password the plugin [password](../plugins/password.md) keeps what was typed as address in \`.typed\` (\`__Host-\` on https), for two minutes.
`,
  ];
}

/** For programs: the commands as data, the schema of what they print, and a short text for language models. */
async function forPrograms() {
  const { commands, globalFlags, writeFlags } = await loadSource("src/commands/manifest/manifest.ts");
  const { documentSchema } = await loadSource("src/commands/manifest/document-schema.ts");
  const data = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const { name, description } = JSON.parse(source("package.json"));
  const usage = ({ name: words, args, help, flags }) =>
    `- \`auth ${words}${args ? ` ${args}` : ""}\`: ${help}.${flags.length > 0 ? ` Flags: ${flags.map((flag) => `\`${flag.flags}\``).join(", ")}.` : ""}`;
  const text = `# ${name}

> ${description} A command line that writes sign-in into a project, and the runtime which that code imports.

In a project without the package: \`npx ${name} init --yes --provider github\`. In one that has it: \`npx --no ${name} <command>\`, or \`node_modules/.bin/auth <command>\` with pnpm, Yarn and bun: neither loads anything. The npm name \`auth\` belongs to another product: never install it, never run \`npx auth\`.

## Rules

- Without a terminal, with \`CI\`, \`--yes\` or \`--no-input\` nothing is asked. A missing answer ends with exit code 2 and names the flag.
- Exit codes: 0 done or nothing to do; 1 failed; 2 usage; 3 a conflict needs a decision, nothing was written; 130 interrupted (143: SIGTERM).
- \`--json\` prints one document on stdout (docs/cli/output.schema.json); \`auth --help --json\` prints the commands as data (docs/cli/commands.json).
- A run that was refused or left something open answers with \`next\`: commands to run, each with its reason. So does a dry run: its command carries out that plan, or nothing.
- \`auth mcp\` serves the commands as tools of the Model Context Protocol; read-only without \`--write\` (docs/guides/agents.md).
- \`--dry-run\` shows the plan and the diff and writes nothing. \`auth undo\` takes the last plan back, byte for byte. Running a command twice changes nothing.
- Secrets are never printed, except by \`auth secret generate\`. Give them by \`--client-secret-stdin\`, never as an argument.
- \`auth doctor --json\` names what is wrong with code, file, line and the exact fix; \`auth doctor --fix\` repairs what it can.

## Commands

${commands.map(usage).join("\n")}

Flags of every command: ${globalFlags.map(({ flags }) => `\`${flags}\``).join(", ")}. Of commands that write: ${writeFlags.map(({ flags }) => `\`${flags}\``).join(", ")}.

## Documentation

- docs/README.md: the index; docs/guides/: how to protect, sign in, add data to the session, deploy, test
- docs/frameworks/: one page a framework
- docs/adapters/: stores
- docs/providers/: one page a letter, one heading a provider, with its callback URL, variables and quirks
- docs/reference/: configuration, callbacks, events, cookies, endpoints, errors, environment
- docs/cli/: one page a command; docs/doctor/ and docs/errors/: one page a group of codes, one heading a code
- docs/migrate/: from next-auth 4, next-auth 5, @auth/express, @auth/core, @auth/sveltekit, @sidebase/nuxt-auth, nuxt-auth-utils
`;
  return [
    ["docs/cli/commands.json", data({ schemaVersion: 1, commands, globalFlags, writeFlags })],
    // Read by programs alone, and a third of the bytes.
    ["docs/cli/output.schema.json", `${JSON.stringify(documentSchema)}\n`],
    ["llms.txt", text],
  ];
}

const pages = [
  ...(await commandPages()),
  ...(await forPrograms()),
  errorPage(),
  ...(await codePages()),
  await cookiePage(),
  ...(await providerPages()),
  ...(await doctorPages()),
  await tablePage(),
  casePage(root),
  ["docs/architecture.md", withDrawings(source("docs/architecture.md"), readProject(root))],
];
let stale = false;
for (const [file, text] of pages) {
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, "utf8") === text) continue;
  if (process.argv.includes("--check")) {
    stale = true;
    console.error(`${file} is out of date. Run: node scripts/docs.mjs`);
  } else {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
process.exit(stale ? 1 : 0);

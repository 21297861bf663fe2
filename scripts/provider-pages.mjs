/**
 * docs/providers/<letter>.md, a heading for every provider, their index, and docs/compatibility-providers.md: where our
 * configuration differs from that of @auth/core, field by field, with the reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { loadProviders, loadSource } from "./load-sources.mjs";
import { root } from "./prepare.mjs";

const folder = path.join(root, "src/providers");
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

export async function providerPages() {
  const { catalog } = await loadSource("src/providers/catalog.ts");
  const modules = await loadProviders(catalog.map(({ id }) => id));
  const sections = catalog.map((entry) => [
    letterOf(entry.id),
    section({ ...entry, ...modules[entry.id].record, env: entry.env }, factoryName(entry.id)),
  ]);
  // One page a letter: a page for each provider was a tenth of the files of an install.
  const pages = [...new Set(sections.map(([letter]) => letter))].map((letter) => [
    `docs/providers/${letter}.md`,
    `# Providers: ${letter.toUpperCase()}\n\n${sections
      .filter(([own]) => own === letter)
      .map(([, text]) => text)
      .join("\n")}`,
  ]);
  return [...pages, ["docs/providers/README.md", index(catalog)], await comparison(catalog, modules)];
}

const letterOf = (id) => (/^\d/.test(id) ? "0-9" : id[0]);

const factoryName = (id) =>
  /export default function (\w+)/.exec(readFileSync(path.join(folder, `${id}.ts`), "utf8"))[1];

const statusWords = {
  limited: "works with limits",
  deprecated: "has a successor",
  dead: "is out of service; `auth add-provider` refuses it without `--force`",
};

const signOutWords = { federated: "at the provider", backchannel: "told by the provider" };

const protocols = { oidc: "OpenID Connect", oauth: "OAuth 2" };

function section(entry, factory) {
  const {
    id,
    name,
    type,
    status,
    env,
    params = [],
    scopes,
    docs,
    console,
    localhost,
    refresh,
    signOut,
    notes = [],
  } = entry;
  const isOAuth = type === "oauth" || type === "oidc";
  const required = params.filter((param) => param.required);
  const argument = required.map((param) => `${param.name}: "${param.example}"`).join(", ");
  const rows = [
    ["name", name],
    ["type", entry.openid2 ? "OpenID 2.0" : (protocols[type] ?? type)],
    console && ["register at", console],
    isOAuth && ["callback URL", `\`{origin}{basePath}/callback/${id}\``],
    Object.keys(env).length > 0 && [
      "variables",
      Object.values(env)
        .map((key) => `\`${key}\``)
        .join(", "),
    ],
    isOAuth && ["scopes", scopes?.length ? scopes.map((scope) => `\`${scope}\``).join(" ") : "none sent"],
    localhost && ["localhost", localhostWords(localhost)],
    refresh && ["refresh tokens", refresh],
    signOut && [
      "sign-out",
      `[${signOut.map((part) => signOutWords[part]).join(", ")}](../guides/sign-out.md)`,
    ],
    docs && ["its documentation", docs],
  ].filter(Boolean);
  const options = params.map(
    ({ name: option, default: value, example, required: must }) =>
      `| \`${option}\` | ${must ? "required" : `default \`${value}\``} | ${example ? `\`${cell(example)}\`` : ""} |`,
  );
  return `## ${id}
${status === "active" ? "" : `\n${name} ${statusWords[status]}.\n`}
\`\`\`ts
${sample(entry, factory, argument)}
\`\`\`

| | |
|---|---|
${rows.map(([key, value]) => `| ${key} | ${cell(value)} |`).join("\n")}
${options.length > 0 ? `\n| option | | example |\n|---|---|---|\n${options.join("\n")}\n` : ""}${
    env.issuer
      ? `\n\`issuer\` (\`${env.issuer}\`) may be given in place of its parts; it counts to the letter.\n`
      : ""
  }${notes.length > 0 ? `\n${notes.map((note) => `- ${note}`).join("\n")}\n` : ""}`;
}

/** Options that a kind of provider does not work without; `adapter` is the app's own store. */
const needs = {
  email: { options: ["adapter"] },
  webauthn: { options: ["adapter"] },
  credentials: {
    argument: `{
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ username, password }) => findUser(username, password),
    }`,
    imports: ["findUser"],
  },
};

/** Options that one provider alone does not work without. */
const ownOptions = { webauthn: ["experimental: { enableWebAuthn: true }"] };

/** Of providers that are code of the app. */
const ownArguments = {
  "http-email": `{ sendVerificationRequest: ({ identifier, url }) => sendMail(identifier, url) }`,
};

const ownModules = { adapter: "./adapter.js", findUser: "./users.js", sendMail: "./mail.js" };

function sample({ id, type }, factory, required) {
  const { options: shared = [], argument, imports = [] } = needs[type] ?? {};
  const options = [...shared, ...(ownOptions[id] ?? [])];
  const own = argument ?? ownArguments[id] ?? (required && `{ ${required} }`);
  const names = Object.keys(ownModules).filter((name) =>
    [...options, ...imports, own ?? ""].some((text) => text === name || text.includes(`${name}(`)),
  );
  const lines = [
    `import ${factory} from "authwright/providers/${id}";`,
    ...names.map((name) => `import { ${name} } from "${ownModules[name]}";`),
  ];
  const call = `${factory}${own ? `(${own})` : ""}`;
  const isLong = options.join(", ").length + call.length > 70;
  const object = isLong
    ? ["{", ...options.map((option) => `  ${option},`), "  providers: [", `    ${call},`, "  ],", "}"].join(
        "\n",
      )
    : `{ ${[...options, `providers: [${call}]`].join(", ")} }`;
  return `${lines.join("\n")}\n\nexport const config = ${object};`;
}

/** Only what was checked is stated; the rest is a hint. */
function localhostWords({ rule, note, checked }) {
  const text = note ?? rule;
  return checked ? text : `probably: ${text}${text.includes("not checked") ? "" : " (not checked)"}`;
}

const index = (catalog) => `# Providers

${catalog.length} ways to sign in. \`auth providers <words>\` searches them, \`auth add-provider <id>\` adds one.

| id | name | type | status |
|---|---|---|---|
${catalog.map(({ id, name, type, status }) => `| [${id}](${letterOf(id)}.md#${id}) | ${cell(name)} | ${type} | ${status} |`).join("\n")}
`;

async function comparison(catalog, modules) {
  const { differences } = await loadSource("test/providers/compare.ts");
  const { profileDifferences } = await loadSource("test/providers/compare-profiles.ts");
  const known = readdirSync(path.join(root, "node_modules/@auth/core/providers"));
  const { version } = JSON.parse(
    readFileSync(path.join(root, "node_modules/@auth/core/package.json"), "utf8"),
  );
  const rows = [];
  let compared = 0;
  for (const { id, type } of catalog) {
    const file = id === "hydra" ? "ory-hydra" : id;
    if ((type !== "oauth" && type !== "oidc") || !known.includes(`${file}.js`)) continue;
    const { default: theirs } = await import(`@auth/core/providers/${file}`);
    compared += 1;
    const { record, default: make } = modules[id];
    const found = [...differences(record, make, theirs), ...(await profileDifferences(record, make, theirs))];
    for (const { field, reference, ours, reason } of found)
      rows.push(`| ${id} | ${field} | ${code(reference)} | ${code(ours)} | ${reason} |`);
  }
  return [
    "docs/compatibility-providers.md",
    `# Providers compared with @auth/core

The configurations of ${compared} providers, ours and those of \`@auth/core\` ${version}, were compared field by field with the same options. A field that is not listed is equal. So were the users that both make of the same profile (\`profile: …\`); what is listed there is the code of the one and the path of the other. OpenID Connect providers take their endpoints from discovery on both sides.

| provider | field | @auth/core | here | reason |
|---|---|---|---|---|
${rows.join("\n")}
`,
  ];
}

const code = (value) =>
  value === undefined ? "–" : `\`${cell(typeof value === "string" ? value : JSON.stringify(value))}\``;

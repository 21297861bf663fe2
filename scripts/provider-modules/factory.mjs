/** The factory of a provider, its options, and what their documentation says. */
import { comment } from "./code.mjs";
import { variablesOf } from "./variables.mjs";

/** The names that a record's protocol stands behind. */
export const protocols = {
  oauth: {
    record: "OAuthRecord",
    config: "OAuth2Config",
    options: "OAuthUserConfig",
    make: "fromRecord",
    file: "./kit/from-record.js",
  },
  oidc: {
    record: "OIDCRecord",
    config: "OIDCConfig",
    options: "OIDCUserConfig",
    make: "fromOidcRecord",
    file: "./kit/from-oidc-record.js",
  },
  email: {
    record: "MailRecord",
    config: "EmailConfig",
    options: "MailUserConfig",
    make: "fromMailRecord",
    file: "./kit/mail-transport.js",
  },
};

/**
 * @param options what each option of the provider's own is, by its name
 * @returns the type of them; nothing where there are none
 */
export function optionsType({ record, name, profile, options }) {
  if (Object.keys(options).length === 0) return [];
  const members = Object.entries(options).map(([option, about]) => {
    const param = record.params?.find((each) => each.name === option);
    if (param === undefined) throw new Error(`${record.id}: no param of the record is called ${option}`);
    const words = param.default ? `${about} Default \`${param.default}\`.` : about;
    return `  /** ${words} */\n  ${option}?: string;\n`;
  });
  const base = `${protocols[record.type].options}<P>`;
  return [
    `/** What the factory takes. */
export type ${name}Options<P extends ${profile} = ${profile}> = ${base} & {\n${members.join("")}};`,
  ];
}

export function oauthFactory(parts) {
  const { record, name, profile, options, hooks } = parts;
  const { make, config, record: type, options: base } = protocols[record.type];
  const taken = Object.keys(options).length > 0 ? `${name}Options` : base;
  const given = `record, options${hooks.length > 0 ? `, { ${hooks.join(", ")} }` : ""}`;
  return `${comment(factoryWords(parts))}
export default function ${name}<P extends ${profile} = ${profile}>(
  options: ${taken}<P> = {},
): ${config}<P> {
  return ${make}<P, ${type}>(${given});
}`;
}

function factoryWords({ record, name, title, options, example = exampleOf(record) }) {
  const { id, secret } = variablesOf(record);
  const variables = [id, secret].filter(Boolean).map((each) => `\`${each}\``);
  const own = Object.keys(options).map((option) => `, \`${option}\``);
  return [
    `Sign in with ${title}.`,
    "",
    `@param options client id${secret ? " and secret" : ""} (default: ${variables.join(", ")})${own.join("")}` +
      `${issuerWords(record)}; any member overrides the provider's own value. Callback URL to register: ` +
      `\`{origin}{basePath}/callback/${record.id}\``,
    `@example ${name}(${example})`,
  ];
}

function issuerWords(record) {
  const { issuer } = variablesOf(record);
  if (issuer === undefined) return "";
  return record.params?.some(({ required }) => required)
    ? `, or \`issuer\` in their place (\`${issuer}\`)`
    : `, \`issuer\` (\`${issuer}\`)`;
}

function exampleOf({ params = [] }) {
  const needed = params.filter(({ required }) => required);
  const members = needed.map(({ name, example }) => `${name}: ${JSON.stringify(example)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "";
}

export function mailFactory({ record, name, title }) {
  const { make, config, options } = protocols.email;
  return `${comment([
    `Sign in by a link in a mail that ${title} sends.`,
    "",
    `@param options \`apiKey\` (default: \`AUTH_${record.id.toUpperCase()}_KEY\`), \`from\` (default: no-reply@ the ` +
      "site's host); `maxAge` of the link in seconds (default 86400), `sendVerificationRequest`, " +
      "`generateVerificationToken`, `normalizeIdentifier`, `secret`, `confirm`, `code`, `mail`",
    `@example ${name}({ from: "Example <no-reply@example.com>" })`,
  ])}
export default function ${name}(options: ${options} = {}): ${config} {
  return ${make}(record, options);
}`;
}

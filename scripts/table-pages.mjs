/** docs/adapters/tables.md: names, columns and ends of all tables from the data of the runtime, in words from here. */
import { loadSource } from "./load-sources.mjs";

/** What the data cannot say of a table. `goes`: beside the end of its rows, which the data knows. */
const words = {
  User: {
    holds: "name, address, when it was proven, picture",
    written: "at the first sign-in; by the account page",
    goes: "when the user is deleted",
    personal: "name, address, picture",
  },
  Account: {
    holds: "a way to sign in: provider, id there, tokens that the provider gave",
    written: "at the first sign-in by it, and when it is linked",
    goes: "when it is unlinked; with the user",
    personal: "id at the provider, tokens",
  },
  Session: {
    holds: "a signed-in browser; only with sessions of strategy `database`",
    written: "at sign-in; its end moves while it is used",
    goes: "at sign-out; with the user",
    personal: "id of the user",
  },
  VerificationToken: {
    holds: "links of mails and other tokens that work once, as hashes",
    written: "when a mail with a link is sent",
    goes: "when the link is used",
    personal: "address",
  },
  Authenticator: {
    holds: "a passkey: public key, counter, transports",
    written: "when a passkey is added; at each use",
    goes: "when it is removed; with the user",
    personal: "id of the user",
    optional: "needed for passkeys alone",
  },
  auth_shared: {
    holds: "counts of tries, and what was used once, for several processes",
    written: "by the throttle and `session.revocation`, with `kyselyStore`",
    personal: "none: hashes",
    optional: "needed for `kyselyStore` alone",
  },
  auth_session_info: {
    holds: "where and when a session is used: device in words, range of the network address, dates",
    written: "at sign-in; once in 5 minutes of use",
    goes: "with the user",
    personal: "device, range of the address, dates",
  },
  auth_session_epochs: {
    holds: "how often all sessions of a user were ended",
    written: 'by "sign out everywhere", a new password, deletion',
    goes: "stays while the user is there",
    personal: "id of the user",
  },
  auth_password_hash: {
    holds: "the hash of a user's password, the user name, when it was changed",
    written: "at sign-up and each change; at sign-in where the hash is an older one",
    goes: "with the user",
    personal: "hash, user name",
  },
  auth_password_sign_up: {
    holds: "a sign-up whose address is not proven: address, hash, name",
    written: "by the sign-up page",
    goes: "when the address is proven",
    personal: "address, name, user name, hash",
  },
  auth_password_link: {
    holds: "a link to choose a password or to confirm a new address",
    written: "when that mail is sent",
    goes: "when the link is used; with the user",
    personal: "addresses",
  },
  auth_two_factor_secret: {
    holds: "the secret of the authenticator app, sealed, and wrong answers in a row",
    written: "at set-up; at each code",
    goes: "when the factor is switched off; with the user",
    personal: "the secret",
  },
  auth_two_factor_recovery: {
    holds: "a recovery code that is left, as a hash",
    written: "at set-up, and when new codes are made",
    goes: "when it is used, or replaced; with the factor",
    personal: "id of the user",
  },
  auth_two_factor_browser: {
    holds: "a browser that is not asked for a while",
    written: 'by "Don\'t ask again"',
    goes: "with the factor",
    personal: "id of the user",
  },
  auth_two_factor_session: {
    holds: "a database session in which the factor was shown",
    written: "after the code",
    goes: "with the factor",
    personal: "id of the user, dates",
  },
  auth_account_changes: {
    holds: "who removes a way to sign in at this moment",
    written: "when one is removed",
    goes: "with the user",
    personal: "id of the user",
  },
  auth_account_passkeys: {
    holds: "what users call their passkeys",
    written: "by Rename",
    goes: "with the passkey; with the user",
    personal: "the name",
  },
  auth_account_deletions: {
    holds: "who is deleted on which day, with `deleteAfterDays`",
    written: "when somebody deletes their account",
    goes: "on that day, or when they sign in before",
    personal: "id of the user, date",
  },
  auth_account_uses: {
    holds: "when a way to sign in was added and used last",
    written: "at each sign-in",
    goes: "with the user; when it is unlinked",
    personal: "provider, dates",
    optional: "without it the account page leaves the line out",
  },
  auth_account_places: {
    holds: "where a session began: city and country, as a platform says them",
    written: "at sign-in, with the option `place`",
    goes: "with the session; with the user",
    personal: "city, country",
    optional: "without it the account page leaves the place out",
  },
  auth_session_provider: {
    holds:
      "which session began with which one of a provider, by hashes; what a provider has ended, for an hour",
    written: "at sign-in by a provider with `backchannelLogout`; when the provider ends a session",
    goes: "at sign-out; when the provider ends it; with the user",
    personal: "id of the user, hashes of the id at the provider, dates",
    optional: "needed for `backchannelLogout` alone",
  },
  auth_access_tokens: {
    holds: "the newest tokens of a provider, sealed",
    written: "at sign-in; at each renewal",
    goes: "when the provider is unlinked; with the user",
    personal: "tokens",
  },
  auth_organizations_organization: {
    holds: "an organisation: slug and name",
    written: "when it is created and renamed",
    goes: "when it is deleted; with its last member",
    personal: "the name, as its members write it",
  },
  auth_organizations_member: {
    holds: "who is a member, and their role",
    written: "when somebody creates an organisation or joins it; when their role changes",
    goes: "when they leave or are removed; with the organisation; with the user",
    personal: "id of the user, role, date",
  },
  auth_organizations_invitation: {
    holds: "an invitation that is open, by the hash of its link",
    written: "when it is sent, and sent again",
    goes: "when it is accepted or withdrawn; with its inviter's membership; with the organisation",
    personal: "address, id of the inviter",
  },
  auth_organizations_former_slug: {
    holds: "a slug that nobody gets for a while",
    written: "when an organisation is renamed or deleted",
    personal: "none",
  },
  auth_organizations_change: {
    holds: "the change of owners that is under way in an organisation",
    written: "when owners change",
    goes: "with the organisation",
    personal: "none",
  },
  auth_organizations_invited: {
    holds: "that an invitation has made the user, and nobody has proven the address since",
    written: "when somebody without an account joins by a link",
    goes: "with the first proof of the address; with the user",
    personal: "id of the user, date",
  },
  auth_admin_grant: {
    holds: "who is an administrator",
    written: "from the terminal",
    goes: "from the terminal; with a first proof of the address; with the user",
    personal: "id of the user, name at the terminal, date",
  },
  auth_admin_ban: {
    holds: "who may not sign in, why, and until when",
    written:
      "by an administrator, or from the terminal; when somebody who is banned is deleted; when a second factor is removed",
    goes: "when it is taken back; of a removed factor with the link of a mail, and with the user",
    personal: "id of the user, reason, dates; of a deleted user hashes, for 400 days at most",
  },
  auth_admin_impersonation: {
    holds: "who has acted for whom, why, and until when",
    written: "when an administrator begins, and when it ends",
    personal: "ids of both, reason, dates, for 400 days",
  },
};

const names = {
  password: "Passwords",
  "two-factor": "Two factors",
  account: "Account page",
  "access-tokens": "Tokens of providers",
  organizations: "Organisations",
  admin: "The back office",
};

/** The heading of a plugin. */
function nameOf(id) {
  if (names[id] === undefined) throw new Error(`scripts/table-pages.mjs: no name for the plugin ${id}`);
  return names[id];
}

export async function tablePage() {
  const { coreTables, expiring } = await loadSource("src/runtime/adapters/schema.ts");
  const { recordTables } = await loadSource("src/runtime/adapters/schema.ts");
  const { isSharedTable, sessionTables } = await loadSource("src/runtime/plugins/sessions/session-tables.ts");
  const { plugins, keptTables } = await loadSource("src/templates/plugins/index.ts");
  const core = Object.entries(coreTables).map(([name, table]) => ({
    name,
    ...table,
    ...(name in expiring && { expires: "expires" }),
  }));
  const all = [...core, ...recordTables, ...keptTables];
  assertSame(
    Object.keys(words),
    all.map(({ name }) => name),
  );
  const owners = ({ name }) => plugins.filter(({ tables }) => tables.some((one) => one.name === name));
  const sharing = owners(sessionTables[0]).map(({ id }) => link(id));
  const groups = [
    [
      "Every store",
      "Prisma calls them by these names; Drizzle and SQL as the page of [the store](README.md) says.",
      core,
    ],
    [
      "Shared by processes",
      "Of the [shared memory](../reference/config.md#several-processes), where it is in your database.",
      recordTables,
    ],
    [
      "Sessions",
      `Shared by ${sharing.slice(0, -1).join(", ")} and ${sharing.at(-1)}: all write the same rows, and one of them is enough to have them.`,
      sessionTables,
    ],
    ...plugins.map(({ id, tables }) => [
      nameOf(id),
      `Plugin ${link(id)}.`,
      tables.filter(({ name }) => !isSharedTable(name)),
    ]),
  ];
  const owned = new Set(plugins.flatMap(({ tables }) => tables.map(({ name }) => name)));
  groups.push([
    "Sign-out by a provider",
    "Of providers with [`backchannelLogout`](../guides/sign-out.md#from-the-provider-to-your-app), beside the two tables of sessions.",
    keptTables.filter(({ name }) => !owned.has(name)),
  ]);
  const counts = plugins.map(({ id, tables }) => {
    const shared = tables.filter(({ name }) => isSharedTable(name)).length;
    return `| ${link(id)} | ${tables.length - shared} | ${shared || ""} |`;
  });
  return ["docs/adapters/tables.md", page({ groups, counts, core: core.length, all })];
}

const link = (id) => `[\`${id}\`](../plugins/${id}.md)`;

function page({ groups, counts, core, all }) {
  return `# All tables

What each table holds, who writes it, when its rows go, and what in it is personal data.

A store has ${core} tables. Each plugin adds its own, and changes none of them:

| plugin | tables of its own | shared with others |
|---|---|---|
${counts.join("\n")}

[\`auth add-plugin\`](../cli/add-plugin.md) writes them into a Prisma or Drizzle schema, or a migration. [\`auth db migrate\`](../cli/db-migrate.md) makes them in a database. [\`auth db cleanup\`](../cli/db-cleanup.md) removes rows that are over. "With the user": as the plugin ${link("account")} deletes one; [\`deleteUser\`](README.md) of a store alone takes the rows of the first group.

${groups.map(section).join("\n\n")}

## Columns

A primary key is **bold**. Indexes that are unique have a star.

| table | columns | indexes |
|---|---|---|
${all.map(columnRow).join("\n")}
`;
}

const section = ([title, text, tables]) => `## ${title}

${text}

| table | holds | written | rows go | personal data |
|---|---|---|---|---|
${tables.map(row).join("\n")}`;

function row({ name, expires }) {
  const { holds, written, goes, personal, optional } = words[name];
  const ends = [goes, expires && "when over, by `auth db cleanup`"].filter(Boolean).join("; ");
  return `| \`${name}\` | ${optional ? `${holds}. Optional: ${optional}` : holds} | ${written} | ${ends} | ${personal} |`;
}

function columnRow({ name, columns, primaryKey, unique, indexes }) {
  const shown = Object.keys(columns).map((one) =>
    primaryKey.includes(one) ? `**\`${one}\`**` : `\`${one}\``,
  );
  const index = (mark) => (one) => `${one.map((column) => `\`${column}\``).join(" + ")}${mark}`;
  return `| \`${name}\` | ${shown.join(", ")} | ${[...unique.map(index("*")), ...indexes.map(index(""))].join(", ")} |`;
}

/** @throws when a table has no words here, or words have no table */
function assertSame(described, existing) {
  const missing = existing.filter((name) => !described.includes(name));
  const gone = described.filter((name) => !existing.includes(name));
  if (missing.length + gone.length > 0)
    throw new Error(
      `scripts/table-pages.mjs: no words for ${missing.join(", ") || "none"}; no table ${gone.join(", ") || "none"}`,
    );
}

/** The tables that the Drizzle store documents, as drizzle-kit makes them. */
export interface Words {
  readonly quote: string;
  readonly key: string;
  readonly text: string;
  readonly date: string;
  readonly bool: string;
}

export const postgres: Words = { quote: '"', key: "text", text: "text", date: "timestamp", bool: "boolean" };
export const sqlite: Words = { quote: '"', key: "text", text: "text", date: "integer", bool: "integer" };
export const mysql: Words = {
  quote: "`",
  key: "varchar(255) character set utf8mb4 collate utf8mb4_bin",
  text: "mediumtext",
  date: "datetime(3)",
  bool: "boolean",
};

export function documentedTables({ quote: q, key, text: words, date, bool }: Words): string[] {
  const table = (name: string, columns: string) => `create table ${q}${name}${q} (${columns})`;
  const user = `${q}userId${q} ${key} not null`;
  return [
    table(
      "user",
      `id ${key} primary key, name ${words}, email ${key} unique, ${q}emailVerified${q} ${date} null, image ${words}`,
    ),
    table(
      "account",
      `${user}, type ${key} not null, provider ${key} not null, ${q}providerAccountId${q} ${key} not null, refresh_token ${words}, access_token ${words}, expires_at integer, token_type ${words}, scope ${words}, id_token ${words}, session_state ${words}, primary key (provider, ${q}providerAccountId${q})`,
    ),
    table("session", `${q}sessionToken${q} ${key} primary key, ${user}, expires ${date} not null`),
    table(
      "verificationToken",
      `identifier ${key} not null, token ${key} not null, expires ${date} not null, primary key (identifier, token)`,
    ),
    table(
      "authenticator",
      `${q}credentialID${q} ${key} not null unique, ${user}, ${q}providerAccountId${q} ${key} not null, ${q}credentialPublicKey${q} ${words} not null, counter integer not null, ${q}credentialDeviceType${q} ${words} not null, ${q}credentialBackedUp${q} ${bool} not null, transports ${words}, primary key (${q}userId${q}, ${q}credentialID${q})`,
    ),
  ];
}

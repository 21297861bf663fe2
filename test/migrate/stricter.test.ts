/** What is stricter than in the packages that an app comes from is named where the app uses it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { todosOf } from "./samples.js";

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

async function migrated(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright stricter "));
  made.push(folder);
  const dependencies = { "@auth/express": "^0.12.3", express: "^5.1.0" };
  const all = {
    "package.json": `${JSON.stringify({ name: "app", type: "module", dependencies }, null, 2)}\n`,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { code, stdout } = await runMain(folder, ["migrate", "--yes", "--no-install", "--json"]);
  const todo = todosOf(JSON.parse(stdout).result);
  return { code, places: todo.map((one) => `${one.path}:${one.line} ${one.code} ${one.breaks ?? false}`) };
}

const app = (options: string, head = "") => `import { ExpressAuth } from "@auth/express";
import Resend from "@auth/express/providers/resend";
import Passkey from "@auth/express/providers/passkey";
${head}
export const options = {
${options}
};
export const auth = ExpressAuth(options);
`;

test.each([
  ["trusted by the environment", { ".env": "A=1\nAUTH_TRUST_HOST=true\n" }, "", ".env:2"],
  ["trusted by the options", {}, "\n  trustHost: true,", "auth.js:7"],
])("mail without an address, %s: no link is sent", async (_, files, more, at) => {
  const { places, code } = await migrated({ ...files, "auth.js": app(`  providers: [Resend],${more}`) });
  expect(places).toEqual([`${at} AUTH_W_MAIL_NEEDS_URL true`]);
  expect(code).toBe(1);
});

test.each([
  ["an address", ".env.production", "AUTH_TRUST_HOST=true\nAUTH_URL=https://app.example.com\n"],
  ["a list of hosts", ".env", "AUTH_TRUST_HOST=app.example.com\n"],
  ["nothing that is believed", ".env", "AUTH_SECRET=x\n"],
])("mail with %s is not named", async (_, file, env) => {
  expect(
    await migrated({ [file]: env, "auth.js": app("  providers: [Resend({ from: 'a@b.c' })],") }),
  ).toEqual({ code: 0, places: [] });
});

test.each([
  [
    "a redirect proxy",
    '  providers: [],\n  redirectProxyUrl: "https://auth.example.com/auth",',
    ["auth.js:7 AUTH_W_PROXY_ORIGINS true"],
  ],
  ["a redirect proxy with its list", '  providers: [],\n  redirectProxyUrl: { url: "u", origins: [] },', []],
  ["passkeys", "  providers: [Passkey],", ["auth.js:6 AUTH_W_PASSKEY_SIGN_UP true"]],
  ["passkeys, decided", "  providers: [Passkey({ allowSignUp: false })],", []],
  [
    "codes of its own",
    "  providers: [Resend({ generateVerificationToken: () => six() })],",
    ["auth.js:6 AUTH_W_SHORT_MAIL_CODE false"],
  ],
  [
    "J1: accounts that join by the address",
    "  providers: [Google({ allowDangerousEmailAccountLinking: true })],",
    ["auth.js:6 AUTH_W_LINKING false"],
  ],
  [
    "J1: accounts that do not join",
    "  providers: [Google({ allowDangerousEmailAccountLinking: false })],",
    [],
  ],
  [
    "long tokens of its own",
    "  providers: [Resend({ generateVerificationToken: () => crypto.randomUUID() })],",
    [],
  ],
  [
    "a session callback over a store",
    "  adapter: store(),\n  providers: [],\n  callbacks: {\n    session: ({ session }) => session,\n  },",
    ["auth.js:9 AUTH_W_SESSION_COLUMNS false"],
  ],
  [
    "a session callback that spreads the user",
    "  adapter: store(),\n  providers: [],\n  callbacks: {\n    session({ session, user }) { return { expires: session.expires, user: { ...user } } },\n  },",
    ["auth.js:9 AUTH_W_SESSION_COLUMNS false"],
  ],
  [
    "a session callback over tokens",
    '  adapter: store(),\n  session: { strategy: "jwt" },\n  providers: [],\n  callbacks: { session: ({ session }) => session },',
    [],
  ],
  [
    "a session callback that names what it gives",
    "  adapter: store(),\n  providers: [],\n  callbacks: { session: ({ user }) => ({ user: { name: user.name } }) },",
    [],
  ],
])("%s", async (_, options, places) => {
  expect((await migrated({ "auth.js": app(options) })).places).toEqual(places);
});

const ownStore = (members: string, head = "") =>
  `${head}export const store = () => ({\n  createUser: (user) => user,\n${members}\n});\n`;
const typed = 'import type { Adapter } from "@auth/core/adapters";\n';

test.each([
  [
    "beside getUserByAccount",
    typed,
    "  getUserByAccount: find,\n  async getAccount(id) {\n    return keys.get(id);\n  },",
    ["store.ts:5"],
  ],
  ["as a function of another place", typed, "  linkAccount,\n  getAccount,", ["store.ts:5"]],
  [
    "of a published one with passkeys of the app's own",
    typed,
    "  ...published,\n  getAccount: ofKeys,\n  getAuthenticator: key,",
    ["store.ts:5"],
  ],
  ["that is none: the app's own client of an API", typed, "  getAccount: (id) => fetch(id),", []],
  ["without it", typed, "  getUserByAccount: find,\n  linkAccount,", []],
])("RT-06 getAccount of a store of the app's own, %s", async (_, head, members, places) => {
  const own = { "store.ts": ownStore(members, head), "auth.js": app("  providers: [],") };
  expect((await migrated(own)).places).toEqual(places.map((at) => `${at} AUTH_W_STORE_ACCOUNTS false`));
});

test("RT-06 a class is a store, too; and one that nothing of the old package is imported into", async () => {
  const text = "export class Store {\n  getUserByAccount() {}\n  getAccount() {}\n}\n";
  const auth = app("  adapter: new Store(),\n  providers: [],", 'import { Store } from "./store.js";');
  const { places } = await migrated({ "store.js": text, "auth.js": auth });
  expect(places).toEqual(["store.js:3 AUTH_W_STORE_ACCOUNTS false"]);
});

test("a redirect proxy of the environment", async () => {
  const line = "AUTH_REDIRECT_PROXY_URL=https://auth.example.com/auth\n";
  const files = { "auth.js": app("  providers: [],") };
  expect((await migrated({ ...files, ".env": line })).places).toEqual([".env:1 AUTH_W_PROXY_ORIGINS true"]);
  const listed = `${line}AUTH_REDIRECT_PROXY_ORIGINS=https://*.preview.example.com\n`;
  expect((await migrated({ ...files, ".env": listed })).places).toEqual([]);
});

test("getToken beside a session cookie without __Secure-", async () => {
  const token = (more: string) =>
    `import { getToken } from "@auth/core/jwt";\nexport const t = (req) => getToken({ req${more} });\n`;
  const plain = '  providers: [],\n  cookies: { sessionToken: { name: "authjs.session-token" } },';
  const named = async (options: string, more: string) =>
    (await migrated({ "auth.js": app(options), "token.js": token(more) })).places;
  expect(await named(plain, "")).toEqual(["token.js:2 AUTH_W_PLAIN_COOKIE true"]);
  expect(await named("  providers: [],\n  useSecureCookies: false,", "")).toHaveLength(1);
  expect(await named(plain, ", secureCookie: false")).toEqual([]);
  expect(await named("  providers: [],", "")).toEqual([]);
});

/** Providers that are data alone: what is made of src/providers/records. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
// @ts-expect-error -- a script of the build
import { providerModule as moduleOf } from "../../scripts/provider-modules/module.mjs";
// @ts-expect-error -- a script of the build
import { ofModule } from "../../scripts/provider-modules/record-file.mjs";
import type { PlainProvider } from "../../src/providers/kit/plain-provider.js";
import { parsePath } from "../../src/runtime/oauth/profile-path.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";

const folder = new URL("../../src/providers/records/", import.meta.url);
const files = readdirSync(folder);

describe.each(files)("%s", (file) => {
  test("is the record of the module that is made of it", async () => {
    const { provider } = (await import(new URL(file, folder).href)) as { provider: PlainProvider };
    const { record } = (await import(new URL(`../${file}`, folder).href)) as { record: ProviderRecord };
    const own = Object.entries(provider).filter(([name]) => !(ofModule as string[]).includes(name));
    expect(record).toEqual(Object.fromEntries(own));
    expect(file).toBe(`${record.id}.ts`);
  });
});

const start = {
  id: "some-one",
  name: "Some One",
  type: "oauth",
  status: "active",
  userinfo: "https://some.example/api/me?all=1",
} as const;

/** The module of a provider, whose file holds nothing else unless `types` says so. */
const made = (provider: object, types = ""): string =>
  moduleOf(
    provider,
    `import type { PlainProvider } from "../kit/plain-provider.js";\nexport const provider: PlainProvider = { id: "some-one", mark: "x" };\n${types}`,
    parsePath,
  );

test("the profile has a member for each that a path reads, with what becomes of it", () => {
  const code = made({
    ...start,
    profile: {
      id: "data.id",
      name: "nick||${data.first} ${data.last}",
      email: "mails[?main].address",
      image: "links[0].url[^?]",
    },
    ids: { id: "data.id", old: "data.old-id" },
    emailVerified: "mails[?main].proved",
    members: { nick: "Name that the person chose." },
  });
  expect(code).toContain("/** `GET /api/me` of Some One; the members that are read. */");
  expect(code).toContain(`export interface SomeOneProfile {
  /** The id of the account and \`user.name\` come from it. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes the id of the account with \`idFrom: "old"\`. */
    "old-id"?: number | string;
    /** Part of \`user.name\` where \`nick\` is empty. */
    first?: string | null;
    /** Part of \`user.name\` where \`nick\` is empty. */
    last?: string | null;
  };
  /** Name that the person chose. */
  nick?: string | null;
  /** \`user.email\` and whether the address is verified come from its elements. */
  mails?: {
    /** Whether this is the element that is read. */
    main?: boolean;
    /** Becomes \`user.email\`. */
    address?: string | null;
    /** Whether the provider made sure that the address is the person's. */
    proved?: boolean | string;
  }[];
  /** \`user.image\` comes from its elements. */
  links?: {
    /** Becomes \`user.image\`. */
    url?: string | null;
  }[];
  [claim: string]: unknown;
}`);
});

test("with OpenID Connect the profile has the claims of the standard, and those that only a path names", () => {
  const openId = { ...start, type: "oidc" };
  expect(made(openId)).toContain("export type SomeOneProfile = Profile;");
  const code = made({ ...openId, profile: { id: "sub", name: "name||nick" } });
  expect(code).toContain(`export interface SomeOneProfile extends Profile {
  /** Becomes \`user.name\` where \`name\` is empty. */
  nick?: string | null;
}`);
});

test("types beside the record come over as they are written; one that ends with Profile is the profile's", () => {
  const code = made(
    start,
    "export type Before = string;\n/** Mine. */\nexport type OwnProfile = { a: Before };\nexport type After = 1;",
  );
  expect(code).toContain("/** Mine. */\nexport type OwnProfile = { a: Before };");
  expect(code).toContain("export default function SomeOne<P extends OwnProfile = OwnProfile>(");
  const [before, factory, after] = ["type Before", "export default", "type After"].map((each) =>
    code.indexOf(each),
  );
  expect([before! < factory!, factory! < after!]).toEqual([true, true]);
});

test("the record is written without what its module is made of", () => {
  expect(made(start)).toContain('export const record: OAuthRecord = {\n  id: "some-one",\n};');
});

test("what the record says to be different is brought along, and nothing else", () => {
  expect(made(start)).toContain("return fromRecord<P, OAuthRecord>(record, options);");
  const code = made({ ...start, mark: "x", tokenAnswer: {}, tokenRequest: { format: "json" } });
  expect(code).toContain("(record, options, { mark, conformToken });");
  expect(code).toContain('import { mark } from "./marks/x.js";');
});

test("options are documented with their defaults, the factory with its variables", () => {
  const params = [
    { name: "domain", required: true, example: "a.example" },
    { name: "realm", required: false, default: "main" },
  ];
  const options = { domain: "Host of the server.", realm: "Name of the realm." };
  const code = made({ ...start, params, options, issuer: "https://{domain}", token: "{issuer}/token" });
  expect(code).toContain("  /** Name of the realm. Default `main`. */\n  realm?: string;\n");
  const words = code.replaceAll(/\s+\* /g, " ");
  expect(words).toContain(
    "client id and secret (default: `AUTH_SOME_ONE_ID`, `AUTH_SOME_ONE_SECRET`), `domain`, `realm`, " +
      "or `issuer` in their place (`AUTH_SOME_ONE_ISSUER`); any member",
  );
  expect(words).toContain('@example SomeOne({ domain: "a.example" })');
});

test.each<[what: string, own: object, message: string]>([
  [
    "an option that no address has",
    { options: { realm: "Name." } },
    "no param of the record is called realm",
  ],
  ["words for a member that no path reads", { members: { nick: "N." } }, "the record reads no member nick"],
])("%s is refused", (_what, own, message) => {
  expect(() => made({ ...start, ...own })).toThrow(`some-one: ${message}`);
});

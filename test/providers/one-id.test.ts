import { describe, expect, test } from "vitest";
import { parsePath } from "../../src/runtime/oauth/profile-path.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import { all } from "./all.js";
import { json, signIn } from "./staged.js";

const withProfile = all.filter(([, record]) => record.profile !== undefined);
const withIds = all.filter(([, record]) => record.ids !== undefined);

/** The path without its cuts, written back: where the value of this id stands in an answer. */
const placesOf = (source: string) => parsePath(source).map((part) => JSON.stringify(part));

/** Members that people choose, and may give up so that somebody else takes them. */
const chosen =
  /(^|[._])(name|user_?name|login|screen_?name|nick(_?name)?|handle|slug|display_?name|e?mail)$/i;

/** Names all the same: stored accounts are found by them. The better id is a choice. */
const storedByName = ["trakt"];

describe("SEC2-28 the id of an account", () => {
  test.each(withProfile)("%s: is one place of the answer, whatever else that holds", (id, record) => {
    const paths = [record.profile?.id ?? "", ...Object.values(record.ids ?? {})];
    for (const path of paths) {
      expect(placesOf(path)).toHaveLength(1);
      const [part] = parsePath(path);
      // A template fills itself from what is there: half of one would be another id.
      expect(part?.kind).toBe("path");
      if (!storedByName.includes(id)) expect(path).not.toMatch(chosen);
    }
    const [member = ""] = /^[^.[]+/.exec(record.profile?.id ?? "") ?? [];
    expect(Object.keys(record.userinfoFill ?? {})).not.toContain(member);
  });

  test.each(withIds)("%s: is chosen by the configuration among %j", (id, record: ProviderRecord, make) => {
    const [first, ...others] = Object.entries(record.ids ?? {});
    expect(first?.[1]).toBe(record.profile?.id);
    expect(others.length).toBeGreaterThan(0);
    expect(record.notes?.join("\n")).toContain(`idFrom: "${others[0]?.[0]}"`);
    expect(() => make({ idFrom: "name" })).toThrow(`Provider "${id}": idFrom is one of`);
    for (const idFrom of Object.keys(record.ids ?? {})) expect(make({ idFrom }).idFrom).toBe(idFrom);
  });

  test("there are ten providers with a choice", () => expect(withIds).toHaveLength(10));

  test.each([
    ["pinterest", [{ username: "ada" }]],
    ["linode", [{ username: "ada", email: "ada@example.com" }]],
    ["tumblr", [{ response: { user: { name: "ada", blogs: [] } } }]],
    ["synology", [{ username: "ada" }]],
  ])("%s: an answer without it signs nobody in under a name", async (id, answers) => {
    const token = json({ access_token: "at", token_type: "bearer" });
    const options = id === "synology" ? { domain: "nas.example.com" } : {};
    const { session, seen } = await signIn(id, options, {}, [token, ...answers.map(json)]);
    expect(session).toBeNull();
    expect(seen.errors.map(String).join()).toContain(`The profile of "${id}" holds no id`);
  });

  test("a person without the union id is nobody, and with idFrom the open id", async () => {
    const answers = [
      json({ accessToken: "at", refreshToken: "rt", expireIn: 7200 }),
      json({ openId: "o1", nick: "Mira" }),
    ];
    const usual = await signIn("dingtalk", {}, {}, answers);
    expect(usual.session).toBeNull();
    expect(usual.seen.errors.map(String).join()).toContain("unionId is missing. The option idFrom chooses");
    const open = await signIn("dingtalk", { idFrom: "openId" }, {}, answers);
    expect(open.seen.accounts[0]).toMatchObject({ providerAccountId: "o1" });
  });

  test("RT-04 instagram: rows of the reference are found, which stores id and not user_id", async () => {
    const { seen, calls } = await signIn("instagram", {}, {}, [
      json({
        data: [{ access_token: "at", user_id: "17841400000000001", permissions: "instagram_business_basic" }],
      }),
      json({ id: "9001", user_id: "17841400000000001", username: "ada" }),
    ]);
    expect(calls[1]?.url.searchParams.get("fields")?.split(",")).toContain("id");
    expect(seen.accounts[0]).toMatchObject({ provider: "instagram", providerAccountId: "9001" });
  });
});

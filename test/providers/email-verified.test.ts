import { describe, expect, test } from "vitest";
import Apple from "../../src/providers/apple.js";
import GitLab from "../../src/providers/gitlab.js";
import Google from "../../src/providers/google.js";
import { isEmailVerified } from "../../src/providers/index.js";
import MicrosoftEntraID from "../../src/providers/microsoft-entra-id.js";
import Shopify from "../../src/providers/shopify.js";
import { all } from "./all.js";

describe("has the provider verified the address?", () => {
  test.each<[unknown, boolean | undefined]>([
    [true, true],
    ["true", true],
    ["True", true],
    [1, true],
    [false, false],
    ["false", false],
    ["FALSE ", false],
    ["0", false],
    [0, false],
    [null, undefined],
    ["", undefined],
    [undefined, undefined],
  ])("email_verified of %j is %j", (value, expected) => {
    expect(isEmailVerified(Apple(), { sub: "1", email_verified: value as boolean })).toBe(expected);
    expect(isEmailVerified(Google(), { sub: "1", email_verified: value as boolean })).toBe(expected);
  });

  test("the time of a confirmation is one", () => {
    expect(isEmailVerified(GitLab(), { confirmed_at: "2012-05-23T09:05:22Z" })).toBe(true);
    expect(isEmailVerified(GitLab(), { confirmed_at: null })).toBeUndefined();
  });

  test("the token answer may say it", () => {
    const account = { access_token: "at", associated_user: { email_verified: "false" } };
    expect(isEmailVerified(Shopify(), {}, account)).toBe(false);
    expect(isEmailVerified(Shopify(), {})).toBeUndefined();
  });

  test("a provider whose addresses nobody checks says nothing", () => {
    expect(isEmailVerified(MicrosoftEntraID(), { email_verified: true })).toBeUndefined();
  });

  const told = all.flatMap(([id, { emailVerified }, make]) =>
    emailVerified ? [[id, emailVerified, make] as const] : [],
  );

  test.each(told)("%s: the text false at %s does not count as true", (_id, path, make) => {
    const entry = { email: "e", primary: true, is_primary: true, verified: "false", is_confirmed: "false" };
    const lists = { email: "e", emails: Object.assign([entry], { values: [entry] }) };
    const nested = path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), "false");
    const { tokens = null, ...profile } = nested as { tokens?: object };
    expect(isEmailVerified(make(), path.includes("[") ? lists : profile, tokens)).toBe(false);
  });
});

import { generateKeyPairSync, verify } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { json, signIn } from "./staged.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const bare = pem.replaceAll(/-----[^-]+-----|\s/g, "");

const tokens = {
  alipay_system_oauth_token_response: { access_token: "at", user_id: "2088", expires_in: "3600" },
  sign: "their-signature",
};
const user = {
  alipay_user_info_share_response: { code: "10000", open_id: "o-1", user_id: "2088", nick_name: "Mira" },
};

/** The signature, checked the way the gateway does, and the parameters it covers. */
function covered(url: URL): Record<string, string> | undefined {
  const { sign = "", ...rest } = Object.fromEntries(url.searchParams);
  const text = Object.keys(rest)
    .sort()
    .map((name) => `${name}=${rest[name]}`)
    .join("&");
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(sign, "base64")) ? rest : undefined;
}

/** What Alipay's page sends back. */
const callback = ({ searchParams }: URL) => ({
  auth_code: "the-code",
  state: searchParams.get("state") ?? "",
  app_id: "cid",
  source: "alipay_wallet",
});

const attempt = (privateKeyText: string, answers = [json(tokens), json(user)], more: object = {}) =>
  signIn("alipay", { privateKey: privateKeyText, ...more }, callback, answers);

afterEach(() => vi.useRealTimers());

test("every call is signed over all of its parameters; times are those of China", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 20, 5, 6), toFake: ["Date"] });
  const { calls, session, start } = await attempt(pem);
  expect(start.searchParams.get("app_id")).toBe("cid");
  const common = {
    app_id: "cid",
    charset: "utf-8",
    sign_type: "RSA2",
    timestamp: "2026-02-01 04:05:06",
    version: "1.0",
  };
  const [first, second] = calls.map(({ url }) => covered(url));
  expect(first).toEqual({
    ...common,
    method: "alipay.system.oauth.token",
    grant_type: "authorization_code",
    code: "the-code",
  });
  expect(second).toEqual({ ...common, method: "alipay.user.info.share", auth_token: "at" });
  expect(session?.user).toMatchObject({ name: "Mira", email: null });
});

test("the account is open_id, or user_id where the app says so", async () => {
  const older = { alipay_user_info_share_response: { code: "10000", user_id: "2088", nick_name: "Mira" } };
  expect((await attempt(pem)).seen.accounts[0]).toMatchObject({ providerAccountId: "o-1", expires_in: 3600 });
  const { seen } = await attempt(pem, [json(tokens), json(older)], { idFrom: "user_id" });
  expect(seen.accounts[0]).toMatchObject({ providerAccountId: "2088" });
});

test("the key may stand without the lines around it", async () => {
  const { calls, session } = await attempt(bare);
  expect(calls.map(({ url }) => covered(url)).every(Boolean)).toBe(true);
  expect(session?.user).toMatchObject({ name: "Mira" });
});

test("a key of another format says which one is needed, and shows nothing of it", async () => {
  const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }) as string;
  for (const wrong of [pkcs1, pkcs1.replaceAll(/-----[^-]+-----|\s/g, ""), "no key"]) {
    const { calls, seen, session } = await attempt(wrong);
    expect(session).toBeNull();
    expect(calls).toEqual([]);
    expect(String(seen.errors[0])).toContain("PKCS #8");
    expect(String(seen.errors[0])).not.toContain(wrong.slice(40, 80) || "no key");
  }
});

test.each([
  ["token", [json({ error_response: { code: "40002", msg: "Invalid", sub_code: "isv.code-invalid" } })]],
  ["user", [json(tokens), json({ error_response: { code: "20001", ...user } })]],
  [
    "user, in the usual wrapping",
    [json(tokens), json({ alipay_user_info_share_response: { code: "40004", sub_msg: "denied" } })],
  ],
])("an error of the %s call with status 200 signs nobody in", async (_which, answers) => {
  const { calls, end, session } = await attempt(pem, answers);
  expect(calls).toHaveLength(answers.length);
  expect(end.headers.get("location")).toContain("error=Configuration");
  expect(session).toBeNull();
});

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { json, signIn } from "./staged.js";

const tokens = {
  access_token: "at",
  scope: "read_products",
  associated_user: { id: 7, first_name: "Mira", last_name: "Osei", email: "mira@example.com" },
};
const shop = { shop: { id: 1, name: "Example", email: "shop@example.com" } };

type Fields = Record<string, string>;

const sign = (fields: Fields, secret = "test-secret"): string =>
  createHmac("sha256", secret)
    .update(
      Object.keys(fields)
        .sort()
        .map((name) => `${name}=${encodeURIComponent(fields[name] ?? "")}`)
        .join("&"),
    )
    .digest("hex");

/** What Shopify sends back; `change` comes before it is signed, `after` behind that. */
const answer =
  (change: Fields = {}, after: (hmac: string) => Fields = () => ({}), secret?: string) =>
  ({ searchParams }: URL): Fields => {
    const fields = {
      code: "the-code",
      host: "YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZXhhbXBsZS1zaG9w",
      shop: "example-shop.myshopify.com",
      state: searchParams.get("state") ?? "",
      timestamp: "1767225600",
      ...change,
    };
    const hmac = sign(fields, secret);
    return { ...fields, hmac, ...after(hmac) };
  };

const attempt = (callback: (start: URL) => Fields) =>
  signIn("shopify", { shop: "example-shop" }, callback, [json(tokens), json(shop)]);

test("an answer with Shopify's signature signs in", async () => {
  const { calls, seen, session } = await attempt(answer());
  expect(seen.errors).toEqual([]);
  expect(session?.user).toMatchObject({ name: "Mira Osei", email: "mira@example.com" });
  expect(calls[0]?.url.href).toBe("https://example-shop.myshopify.com/admin/oauth/access_token");
  expect(calls[1]?.headers.get("x-shopify-access-token")).toBe("at");
});

test("the order of the parameters does not count, capitals of the signature neither", async () => {
  const { session } = await attempt((start) => {
    const { hmac = "", ...rest } = answer()(start);
    return { hmac: hmac.toUpperCase(), ...Object.fromEntries(Object.entries(rest).reverse()) };
  });
  expect(session).not.toBeNull();
});

test.each<[string, (start: URL) => Fields]>([
  ["another secret", answer({}, undefined, "other-secret")],
  ["another code than was signed", answer({}, () => ({ code: "another" }))],
  ["a parameter that was not signed", answer({}, () => ({ extra: "1" }))],
  [
    "no signature",
    (start) => Object.fromEntries(Object.entries(answer()(start)).filter(([name]) => name !== "hmac")),
  ],
  ["half a signature", answer({}, (hmac) => ({ hmac: hmac.slice(0, 32) }))],
  ["an empty signature", answer({}, () => ({ hmac: "" }))],
  ["another shop", answer({ shop: "other-shop.myshopify.com" })],
  ["no shop", answer({ shop: "" })],
  ["a host that begins like the shop", answer({ shop: "example-shop.myshopify.com.evil.example" })],
  ["a host that ends like a shop", answer({ shop: "evil.example/.myshopify.com" })],
])("%s is refused before the code is sent anywhere", async (_what, callback) => {
  const { calls, seen, session } = await attempt(callback);
  expect(session).toBeNull();
  expect(calls).toEqual([]);
  expect(String(seen.errors[0])).toMatch(/another shop|not signed/);
});

test("without a shop in the options a shop's name is still needed", async () => {
  const { session, calls } = await signIn("shopify", {}, answer({ shop: "evil.example" }), []);
  expect(session).toBeNull();
  expect(calls).toEqual([]);
});

test("SEC2-27 an answer that names no person signs nobody in, not as the shop's owner", async () => {
  const { seen, session } = await signIn("shopify", { shop: "example-shop" }, answer(), [
    json({ access_token: "at", scope: "read_products" }),
    json(shop),
  ]);
  expect(session).toBeNull();
  expect(seen.errors.map(String).join()).toContain('The profile of "shopify" holds no id');
});

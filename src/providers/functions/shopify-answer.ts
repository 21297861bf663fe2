/** Shops have names of this kind, and nothing else may stand in an address that gets the client secret. */
const shopHost = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/**
 * Checks that Shopify made an answer: `hmac` is the HMAC-SHA256, with the client secret, of all other parameters in
 * order of their names; and `shop` is the shop that was asked.
 * Source: shopify.dev, "Authorization code grant", step "Verify the HMAC".
 * @param shop name of the shop that is configured
 * @throws Error when either is not so
 */
export async function verifyShopifyAnswer(
  answer: URLSearchParams,
  clientSecret: string,
  shop: string | undefined,
): Promise<void> {
  const named = answer.get("shop") ?? "";
  if (!shopHost.test(named) || (shop !== undefined && named !== `${shop.toLowerCase()}.myshopify.com`))
    throw new Error("The answer is of another shop");
  const hmac = answer.get("hmac") ?? "";
  const fields = [...answer].filter(([name]) => name !== "hmac").sort(([a], [b]) => (a < b ? -1 : 1));
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(clientSecret), algorithm, false, ["verify"]);
  const message = encode(new URLSearchParams(fields).toString());
  const isGood =
    /^[\da-f]{64}$/i.test(hmac) && (await crypto.subtle.verify(algorithm, key, bytesOf(hmac), message));
  if (!isGood) throw new Error("The answer is not signed with the client secret");
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

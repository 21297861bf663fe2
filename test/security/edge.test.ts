/** The seal where there is no node:crypto: every key and every text is a promise there. */
import { expect, it, vi } from "vitest";
import { hashToken } from "../../src/runtime/security/hash.js";
import { unsealLegacy } from "../../src/runtime/security/legacy-seal.js";
import { seal, unseal } from "../../src/runtime/security/seal.js";

vi.mock("#crypto", () => import("../../src/runtime/security/crypto-web.js"));

const [oldest, older, newest] = ["oldest", "older", "newest"].map(
  (name) => `test-${name}-secret-test-${name}-secret`,
) as [string, string, string];
const salt = "authjs.session-token";

it("JWE-15: opens tokens of each secret of a rotation, on WebCrypto", async () => {
  expect(hashToken("a", [newest])).toBeInstanceOf(Promise);
  for (const secret of [oldest, older, newest]) {
    const token = await seal({ sub: "7" }, { secrets: [secret], salt, maxAgeSeconds: 60 });
    const opened = await unseal(token, { secrets: [newest, older, oldest], salt });
    expect(opened).toMatchObject({ sub: "7" });
    await expect(unseal(token, { secrets: [`${secret}-foreign`], salt })).rejects.toThrow("cannot be opened");
    await expect(unseal(token, { secrets: [secret], salt: "other" })).rejects.toThrow("cannot be opened");
  }
  expect(await unsealLegacy("garbage", [newest])).toBeNull();
});

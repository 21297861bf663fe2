/** An account that is held opens nothing, and nothing of it is given to whoever proved the address. */
import { describe, expect, test } from "vitest";
import { createAuth } from "../../src/runtime/integrations/node.js";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { Browser } from "../support/browser.js";
import { after, notLinked, Stage } from "./stage.js";

/** As `node:http` has it. */
const requestOf = ({ cookies }: Browser) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { headers: { host: "localhost:3000", cookie }, method: "GET", url: "/" } as never;
};

/** A stranger's account of before, and the owner's session. */
async function held(strategy: "jwt" | "database", accountRows: "renew" | "keep", op: object) {
  const plugins = [accessTokens({ accountRows }), account({ sendMail: () => undefined })];
  const stage = new Stage({ adapter: MemoryAdapter(), more: { session: { strategy }, plugins }, op });
  const claims = { email_verified: undefined };
  expect(await stage.oauth(claims)).toBe(after);
  const owner = stage.browser();
  expect(await stage.mail(owner)).toBe(after);
  const auth = createAuth(stage.config);
  return { stage, owner, auth, request: () => requestOf(owner), claims };
}

const houses = (["jwt", "database"] as const).flatMap((strategy) =>
  (["renew", "keep"] as const).flatMap((rows) =>
    [{}, { emailVerified: "email_verified" }].map((op) => [strategy, rows, op] as const),
  ),
);

describe.each(houses)("with %s sessions, account rows %s, and a provider with %j", (strategy, rows, op) => {
  test("H1: the stranger's token is nobody's, before and after the stranger comes back", async () => {
    const { stage, auth, request, claims } = await held(strategy, rows, op);
    for (let round = 0; round < 2; round++) {
      await expect(auth.accessToken(request(), "op")).rejects.toMatchObject({ code: "no-account" });
      expect(await stage.oauth(claims)).toBe(notLinked);
    }
  });

  test("H1: lists say so, and it is no way in", async () => {
    const { auth, request } = await held(strategy, rows, op);
    const [listed] = await auth.accounts.list(request());
    expect(listed).toMatchObject({ provider: "op", isHeld: true });
    // The last way in is the mail: what is held is none, and may always go.
    await auth.accounts.unlink(request(), listed!);
    expect(await auth.accounts.list(request())).toEqual([]);
  });

  test("H1: it is the owner's from the moment at which somebody vouches", async () => {
    const { stage, owner, auth, request, claims } = await held(strategy, rows, op);
    const isVouching = "emailVerified" in op;
    expect(await stage.oauth(isVouching ? { email_verified: true } : claims, owner)).toBe(after);
    expect(await auth.accessToken(request(), "op")).toEqual(expect.any(String));
    expect(await auth.accounts.list(request())).toEqual([{ provider: "op", providerAccountId: "user-1" }]);
  });
});

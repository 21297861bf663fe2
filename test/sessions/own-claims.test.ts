/** Our claims in a session token: no callback writes them, whatever a client sends to an update. */
import { Hono } from "hono";
import { describe, expect, it, test } from "vitest";
import { createAuth } from "../../src/runtime/integrations/hono.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { JWT } from "../../src/runtime/types/entities.js";
import { Browser, secret } from "../support/browser.js";
import { csrf, Stage, ways } from "../plugins/stage.js";

const salt = "authjs.session-token";
const byProvider = new Map(ways).get("OpenID Connect")!;

/** What many apps have: a client's data becomes a part of the token, in a new one or in the one that was given. */
const callbacks: Readonly<Record<string, NonNullable<AuthConfig["callbacks"]>>> = {
  "a new token": {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? { ...token, ...(session as object) } : token,
  },
  "the same token": {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? Object.assign(token, session as object) : token,
  },
  "a token that it has kept": (() => {
    let kept: object = {};
    const jwt = ({ token, trigger, session }: { token: JWT; trigger?: string; session?: unknown }) => {
      if (trigger === "update") kept = session as object;
      return { ...token, ...kept };
    };
    return { jwt } as NonNullable<AuthConfig["callbacks"]>;
  })(),
};

const forged = () => ({
  auth_time: Math.floor(Date.now() / 1000),
  "authwright.asked_at": Math.floor(Date.now() / 1000),
  session_epoch: 1_000_000_000,
  rid: "forged",
  asserted: "eve@example.com",
  "authwright.factor": { amr: ["otp"], at: Math.floor(Date.now() / 1000), proof: "0".repeat(64) },
  own: "of the app",
});

function guarded(config: AuthConfig): Browser {
  const auth = createAuth(config);
  const app = new Hono();
  app.use("/auth/*", auth.handler);
  app.get("/fresh", auth.require({ maxAge: 300 }), (c) => c.text("open"));
  return new Browser(async (request) => app.fetch(request));
}

const update = async (browser: Browser, data: object) =>
  browser.send("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...(await csrf(browser)), data }),
  });

const tokenOf = async (browser: Browser): Promise<JWT> =>
  (await decode({ token: browser.cookies.get(salt)!, secret, salt })) as JWT;

const json = { headers: { accept: "application/json" } };
const ours = ["rid", "auth_time", "authwright.asked_at", "session_epoch", "asserted", "authwright.factor"];
const oursIn = (token: JWT) => Object.fromEntries(ours.map((name) => [name, token[name]]));

describe.each(Object.entries(callbacks))("a jwt callback that gives %s", (_name, given) => {
  test("TR-11: a token of @auth/core gets no age by an update, nor by the reads behind it", async () => {
    const stage = new Stage({ plugins: [account(), twoFactor()], callbacks: given });
    await byProvider(stage, stage.browser());
    const [userId] = [...stage.store.rows.users.keys()];
    const browser = guarded(stage.config);
    browser.cookies.set(salt, await encode({ token: { sub: userId!, name: "Ada" }, secret, salt }));
    expect((await browser.send("/fresh", json)).status).toBe(401);
    expect((await update(browser, forged())).status).toBe(200);
    expect((await browser.send("/fresh", json)).status).toBe(401);
    const token = await tokenOf(browser);
    expect(oursIn(token)).toEqual({
      auth_time: undefined,
      "authwright.asked_at": undefined,
      session_epoch: undefined,
      asserted: undefined,
      "authwright.factor": undefined,
      rid: expect.not.stringMatching("forged"),
    });
    expect(token["own"]).toBe("of the app");
    await browser.session();
    expect(oursIn(await tokenOf(browser))).toEqual(oursIn(token));
    const page = await (await browser.send("/auth/two-factor/set-up")).text();
    expect(page).toContain("/two-factor/set-up/again");
  });

  test("TR-11: a token of ours keeps what it has", async () => {
    const stage = new Stage({ plugins: [account()], callbacks: given });
    const browser = guarded(stage.config);
    await byProvider(stage, browser);
    const before = oursIn(await tokenOf(browser));
    expect(before).toMatchObject({
      rid: expect.any(String),
      auth_time: expect.any(Number),
      "authwright.asked_at": expect.any(Number),
      session_epoch: 0,
    });
    await update(browser, { ...forged(), auth_time: 9_999_999_999 });
    expect(oursIn(await tokenOf(browser))).toEqual(before);
    expect((await browser.send("/fresh", json)).status).toBe(200);
  });

  test("TR-11: what was not made anew shows no other age to a guard either", async () => {
    const stage = new Stage({ plugins: [account()], callbacks: given, jwt: { updateAge: 3600 } });
    await byProvider(stage, stage.browser());
    const [userId] = [...stage.store.rows.users.keys()];
    const browser = guarded(stage.config);
    browser.cookies.set(salt, await encode({ token: { sub: userId! }, secret, salt }));
    await update(browser, forged());
    await browser.session();
    expect((await browser.send("/fresh", json)).status).toBe(401);
  });
});

it("of a sign-in are ours alone, whatever the provider's profile holds", async () => {
  const stage = new Stage({
    plugins: [account()],
    callbacks: { jwt: ({ token, profile }) => ({ ...token, ...(profile && forged()) }) },
  });
  const browser = stage.browser();
  await byProvider(stage, browser);
  const token = await tokenOf(browser);
  expect(token["authwright.factor"]).toBeUndefined();
  expect(token["asserted"]).toBeUndefined();
  expect(token["session_epoch"]).toBe(0);
  expect(token["rid"]).not.toBe("forged");
});

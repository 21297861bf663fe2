/** An update of a session that cannot be written is no silence. */
import { expect, test } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { Browser, coreApp, secret, watched } from "../support/browser.js";
import { csrf } from "../plugins/stage.js";

const salt = "authjs.session-token";

async function updated(claims: object) {
  const { seen, config } = watched();
  const browser = new Browser(coreApp({ ...config, providers: [] }));
  const cookie = await encode({ token: { sub: "1", name: "Ada", rid: "r1", ...claims }, secret, salt });
  browser.cookies.set(salt, cookie);
  const answer = await browser.send("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...(await csrf(browser)), data: { name: "Eve" } }),
  });
  return { status: answer.status, isWritten: browser.cookies.get(salt) !== cookie, ...seen };
}

test("E1: an update of a counted session, in a configuration without the store, is told in the log", async () => {
  const { status, isWritten, warnings } = await updated({ session_epoch: 3 });
  expect([status, isWritten, warnings]).toEqual([200, false, [expect.stringContaining("was not written")]]);
});

test("E1: an update of any other session is written, and the log says nothing", async () => {
  const { status, isWritten, warnings } = await updated({});
  expect([status, isWritten, warnings]).toEqual([200, true, []]);
});

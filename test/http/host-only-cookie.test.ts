/** PR-03: a session cookie that gets a domain takes the place of the one that was for the host alone. */
import { expect, it } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import { encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";

const secret = "test-secret-test-secret-test-secret-000";
const name = "__Secure-authjs.session-token";
const configOf = (domain?: string): AuthConfig => ({
  basePath: "/auth",
  secret,
  trustHost: true,
  providers: [],
  ...(domain && { cookies: { sessionToken: { options: { domain } } } }),
});
const tokenOf = (picture: string) =>
  encode({ token: { sub: "1", name: "Old", picture }, secret, salt: name, maxAge: 3600 });

/** Lines about the session: name, whether it is cleared, and for which domain. */
async function linesAfter(cookie: string, config: AuthConfig): Promise<string[]> {
  const answer = await Auth(
    new Request("https://app.example.com/auth/session", { headers: { cookie } }),
    config,
  );
  return answer.headers
    .getSetCookie()
    .filter((line) => line.startsWith(name))
    .map((line) => {
      const domain = /Domain=([^;]+)/.exec(line)?.[1] ?? "host";
      return `${line.split("=")[0]} ${/Max-Age=0/.test(line) ? "cleared" : "set"} ${domain}`;
    });
}

it("PR-03: the answer that sets the one clears the other, which browsers send first", async () => {
  expect(await linesAfter(`${name}=${await tokenOf("")}`, configOf("example.com"))).toEqual([
    `${name} cleared host`,
    `${name} set example.com`,
  ]);
});

it("PR-03: in several parts too", async () => {
  const token = await tokenOf("x".repeat(5000));
  const parts = [token.slice(0, 3936), token.slice(3936, 7872), token.slice(7872)].filter(Boolean);
  const cookie = parts.map((part, at) => `${name}.${at}=${part}`).join("; ");
  const lines = await linesAfter(cookie, configOf("example.com"));
  expect(lines).toEqual([
    ...parts.map((_, at) => `${name}.${at} cleared host`),
    ...parts.map((_, at) => `${name}.${at} set example.com`),
  ]);
});

it("PR-03: a session that is over is cleared for both", async () => {
  expect(await linesAfter(`${name}=${"e".repeat(300)}`, configOf("example.com"))).toEqual([
    `${name} cleared host`,
    `${name} cleared example.com`,
  ]);
});

it("PR-03: without a domain there is one line", async () => {
  expect(await linesAfter(`${name}=${await tokenOf("")}`, configOf())).toEqual([`${name} set host`]);
});

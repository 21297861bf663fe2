/** What stands for the endpoints, the session and the guards in an app's own names. */
import { describe, expect, test } from "vitest";
import { authExpressionsIn } from "../../src/cli/source/routes/auth-expressions.js";

const made = "export const auth = createAuth({ providers: [] });\n";

describe("the handler", () => {
  test.each([
    ["in place", made, "auth.handler", true],
    ["called", made, "(req, res, next) => auth.handler(req, res, next)", true],
    ["of a class", "this.auth = createAuth(config);", "this.auth.handler", true],
    ["typed", "const auth = createAuth<Token, Shown>(config);", "auth.handler", true],
    [
      "another name of the function",
      "import { createAuth as make } from 'x';\nconst a = make({});",
      "a.handler",
      true,
    ],
    [
      "another name where it is imported",
      `${made}import { auth as login } from "./auth.js";`,
      "login.handler",
      true,
    ],
    ["in a variable", `${made}const signIn = auth.handler;`, "signIn", true],
    ["taken out", "const { handler, require: guard } = createAuth({});", "handler", true],
    ["taken out later", `${made}const { handler: signIn } = auth;`, "signIn", true],
    ["a default export", "export default createAuth({});", "login.handler", true],
    ["MiddlewareAuth", "", "MiddlewareAuth(config)", true],
    ["MiddlewareAuth in a variable", "const handler = ExpressAuth(config);", "handler", true],
    ["of something else", made, "orders.handler", false],
    ["without createAuth", "const auth = other({});", "auth.handler", false],
    ["the guard", made, "auth.require()", false],
  ])("%s", (_name, code, expression, expected) => {
    expect(authExpressionsIn(code).isHandler(expression)).toBe(expected);
  });
});

describe("guards", () => {
  test.each([
    ["in place", made, "auth.require()", true],
    ["with a role", made, 'auth.require({ role: "admin" })', true],
    ["of a class", "this.auth = createAuth(config);", "this.auth.require()", true],
    ["in a variable", `${made}const admin = auth.require({ role: "admin" });`, "admin", true],
    ["taken out", "const { require: guard } = createAuth({});", "guard()", true],
    ["the session", made, "auth.session", false],
    ["a module", made, 'require("./x")', false],
    ["of something else", made, "other.require()", false],
  ])("%s", (_name, code, expression, expected) => {
    expect(authExpressionsIn(code).isGuard(expression)).toBe(expected);
  });

  test("the session refuses nobody, and no guard is made by naming it", () => {
    const { isSession, hasGuard } = authExpressionsIn(`${made}app.use(auth.session);`);
    expect([isSession("auth.session"), isSession("auth.require()"), hasGuard]).toEqual([true, false, false]);
    expect(authExpressionsIn(`${made}app.use(auth.require());`).hasGuard).toBe(true);
  });
});

test("the path of the mount, also without semicolons", () => {
  const pathOf = (code: string) => authExpressionsIn(made + code).mountPattern(code);
  expect(pathOf('app.use("/files", files)\napp.use("/login", auth.handler)')).toBe("/login");
  expect(pathOf('app.use("/files", files);')).toBeUndefined();
});

test("code of any size is read in no time", () => {
  const code = `${"const { a, b = {".repeat(5_000)}${made}`;
  const start = performance.now();
  authExpressionsIn(code).isHandler("auth.handler");
  expect(performance.now() - start).toBeLessThan(1000);
});

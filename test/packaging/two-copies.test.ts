/** The package twice in one process, as tsx loads it in a CommonJS project: what one copy throws, the other judges. */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, run } from "../support/process.js";

/** Two imports that Node keeps apart, because their files are. */
const program = `
import { Auth, customFetch, raw, skipCSRFCheck } from "./first/dist/runtime/index.js";
import * as ours from "./first/dist/runtime/errors/index.js";
import * as theirs from "./second/dist/runtime/errors/index.js";
import * as other from "./second/dist/runtime/index.js";
import Credentials from "./second/dist/providers/credentials.js";

class Locked extends theirs.CredentialsSignin { code = "locked"; }
class Expired extends ours.CredentialsSignin {}
const error = new Locked();
const known = [ours.AuthError, ours.SignInError, ours.CredentialsSignin].map((one) => error instanceof one);
const foreign = [ours.AccessDenied, ours.TooManyAttempts, Expired].map((one) => error instanceof one);
const plain = new Error("no") instanceof ours.AuthError;

const config = {
  secret: "two-copies-of-the-package-in-one-process",
  trustHost: true,
  logger: { error() {} },
  providers: [Credentials({ authorize() { throw new Locked(); } })],
};
const csrf = await Auth(new Request("http://localhost/auth/csrf"), config);
const { csrfToken } = await csrf.json();
const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
const body = new URLSearchParams({ csrfToken });
const init = { method: "POST", headers: { cookie }, body };
const answer = await Auth(new Request("http://localhost/auth/callback/credentials", init), config);

console.log(JSON.stringify({
  areTwo: ours.AuthError !== theirs.AuthError,
  known,
  foreign,
  plain,
  location: answer.headers.get("location"),
  symbols: [customFetch === other.customFetch, raw === other.raw, skipCSRFCheck === other.skipCSRFCheck],
}));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright copies "));
  for (const copy of ["first", "second"]) {
    for (const name of ["dist", "package.json"])
      cpSync(path.join(projectRoot, name), path.join(folder, copy, name), { recursive: true });
  }
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"), "dir");
  writeFileSync(path.join(folder, "both.mjs"), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("errors keep their classes and codes, options their meaning", async () => {
  const { stdout, stderr } = await run(process.execPath, ["both.mjs"], { cwd: folder, env: cleanEnv() });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    areTwo: true,
    known: [true, true, true],
    foreign: [false, false, false],
    plain: false,
    location: "http://localhost/auth/signin?error=CredentialsSignin&code=locked",
    symbols: [true, true, true],
  });
});

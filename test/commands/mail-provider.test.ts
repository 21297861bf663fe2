/** Sign-in links by `auth init` and `auth add-provider`: the lines are always the same, so they are written. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { catalog } from "../../src/providers/catalog.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const add = (folder: string, id: string, ...more: string[]) =>
  runMain(folder, ["add-provider", id, "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

const plain = catalog.filter(
  ({ type, status, env, needs }) =>
    type === "email" && status === "active" && Object.keys(env).length > 0 && !needs,
);

test("all but those that need code or a template", () => {
  expect(plain.map(({ id }) => id).sort()).toEqual(
    ["brevo", "forwardemail", "mailersend", "mailgun", "mailjet", "nodemailer", "plunk", "postmark"].concat([
      "resend",
      "sendgrid",
      "ses",
      "sparkpost",
    ]),
  );
});

describe("add-provider", () => {
  test.each(plain.map(({ id }) => id))(
    "%s: import, list, variables; again it is nothing to do; undo",
    async (id) => {
      const folder = copyProject("express-esm-ts");
      await init(folder, "--adapter", "kysely");
      const before = snapshotOf(folder);
      const { code, stderr } = await add(folder, id);
      expect(code, stderr).toBe(0);
      expect(read(folder, "src/auth.ts")).toMatch(
        new RegExp(
          `import \\w+ from "authwright/providers/${id}";[^]*providers: \\[GitHub, \\w+\\(\\{ confirm: true, code: true \\}\\)\\]`,
        ),
      );
      const { env = {} } = plain.find((one) => one.id === id) ?? {};
      const names = Object.entries(env).flatMap(([what, name]) => (what === "token" ? [] : [name]));
      for (const name of names) expect(read(folder, ".env.example")).toContain(`${name}=`);
      expect(stderr).not.toContain("as callback URL");
      if (id === "nodemailer")
        expect(JSON.parse(read(folder, "package.json")).dependencies.nodemailer).toBe("^10.6.0");
      expect((await add(folder, id)).stderr).toContain("Nothing to do");
      expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  test.each(["http-email", "loops", "webauthn"])("%s is still code of yours", async (id) => {
    const folder = copyProject("express-esm-ts");
    await init(folder, "--adapter", "kysely");
    const { code, stderr } = await add(folder, id);
    expect(code).toBe(2);
    expect(stderr).toContain("so it is added by hand");
  });

  test("remove-provider takes all of its variables away", async () => {
    const folder = copyProject("express-esm-ts");
    await init(folder, "--adapter", "kysely");
    const [env, example] = [read(folder, ".env"), read(folder, ".env.example")];
    await add(folder, "nodemailer");
    await runMain(folder, ["remove-provider", "nodemailer", "--yes", "--no-install"]);
    expect([read(folder, ".env"), read(folder, ".env.example")]).toEqual([env, example]);
  });
});

test.each(["express-esm-ts", "next-app-ts"])(
  "init --provider nodemailer in %s brings a store along",
  async (name) => {
    const folder = copyProject(name);
    const { code, stderr } = await init(folder, "--provider", "nodemailer");
    expect(code, stderr).toBe(0);
    const auth = read(folder, name.startsWith("next") ? "auth.ts" : "src/auth.ts");
    expect(auth).toContain("authwright/providers/nodemailer");
    expect(auth).toMatch(/adapter/);
    const { dependencies } = JSON.parse(read(folder, "package.json"));
    expect(dependencies).toMatchObject({ kysely: expect.any(String), nodemailer: "^10.6.0" });
    expect((await runMain(folder, ["doctor", "--json"])).stdout).not.toContain("AUTH_D_EMAIL_ADAPTER");
    expect((await init(folder, "--provider", "nodemailer")).stderr).toContain("Nothing to do");
  },
);

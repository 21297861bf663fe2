import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { auth, initTwice } from "../e2e/walk.js";
import { nextProject } from "../support/next-project.js";
import { mustRun } from "../support/process.js";
import { npx, treeOf } from "../support/project.js";
import { signInByFetch } from "./sign-in.js";

/**
 * Every Next.js that we support, both routers, both languages, with and without src/, at the top of the host and below
 * a path; test/e2e has the stock one.
 */
const projects = ["14.2.35", "15.5.28", "16.4.3"].flatMap((version) =>
  ["app", "pages"].flatMap((router) =>
    ["ts", "js"].flatMap((language) =>
      (language === "ts" ? ["", "/shop"] : [""]).map((prefix) => ({
        version,
        router,
        language,
        src: language === "js",
        prefix,
      })),
    ),
  ),
);

const stock = ["--no-eslint", "--no-tailwind", "--import-alias", "@/*", "--use-npm"].concat([
  "--disable-git",
  "--skip-install",
  "--yes",
]);

/** As a person writes it into what create-next-app left. */
async function setBasePath(folder: string, prefix: string): Promise<void> {
  const name = (await readdir(folder)).find((one) => one.startsWith("next.config."));
  const file = path.join(folder, name ?? "next.config.js");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("= {", `= {\n  basePath: "${prefix}",`));
}

describe.each(projects)(
  "Next.js $version, $router router, $language, below $prefix",
  { timeout: 900_000 },
  ({ version, router, language, src, prefix }) => {
    test("init, init, types, build, sign-in, undo", async () => {
      const project = await nextProject(version, [
        `--${language}`,
        router === "app" ? "--app" : "--no-app",
        src ? "--src-dir" : "--no-src-dir",
        ...stock,
      ]);
      try {
        const { folder } = project;
        if (prefix !== "") await setBasePath(folder, prefix);
        const before = await treeOf(folder);
        await initTwice(folder);
        const base = path.join(folder, src ? "src" : "");
        const route = router === "app" ? `app/api/auth/[...auth]/route` : "pages/api/auth/[...auth]";
        const guard = version.startsWith("16") ? "proxy" : "middleware";
        for (const file of [`auth.${language}`, `${route}.${language}`, `${guard}.${language}`])
          expect(existsSync(path.join(base, file)), file).toBe(true);
        await mustRun(npx, ["next", "build"], { cwd: folder, env: project.env(), timeoutSeconds: 500 });
        if (language === "ts") await mustRun(npx, ["tsc", "--noEmit"], { cwd: folder });
        await signInByFetch(folder, "/api/auth", { env: project.env(), prefix });
        const undone = await auth(folder, "undo", "--yes");
        expect(undone.code, undone.stdout + undone.stderr).toBe(0);
        expect(await treeOf(folder)).toEqual(before);
      } finally {
        await project.dispose();
      }
    });
  },
);

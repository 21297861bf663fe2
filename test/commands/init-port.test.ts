/** RA2-B14: the port that `auth init` tells, where the server listens in another file. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

it("RA2-B14: the callback URL has the port of the file that listens, from the module of the environment", async () => {
  const folder = copyProject("express-esm-ts");
  const files = {
    "src/server.ts":
      'import express from "express";\n\nexport const app = express();\napp.get("/", (req, res) => res.send("home"));\n',
    "src/index.ts":
      'import { app } from "./server.js";\nimport { env } from "./env.js";\n\napp.listen(env.PORT);\n',
    "src/env.ts":
      'import { z } from "zod";\n\nconst parsed = z.object({ PORT: z.coerce.number().default(8080) }).safeParse(process.env);\nexport const env = { ...parsed.data };\n',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("http://localhost:8080/auth/callback/github");
});

/** The client of next-auth 5 in a Next.js app whose handler is ours, in Chromium. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { panel, walk } from "../e2e/react-walk.js";
import { launchBrowser } from "../support/chromium.js";
import { nextProject } from "../support/next-project.js";
import { freePort, mustRun, startServer } from "../support/process.js";
import { npm, npx } from "../support/project.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

test(
  "next-auth/react 5 in a Next.js 16 app drives our handler: sign-in, update, focus, other tabs, sign-out",
  { timeout: 600_000 },
  async () => {
    const project = await nextProject("16.4.3");
    try {
      await mustRun(
        npm,
        [
          "install",
          "--prefer-offline",
          "--no-audit",
          "--no-fund",
          "--legacy-peer-deps",
          "next-auth@5.0.0-beta.32",
        ],
        {
          cwd: project.folder,
        },
      );
      const route = path.join(project.folder, "app/api/auth/[...auth]");
      await mkdir(route, { recursive: true });
      await writeFile(
        path.join(project.folder, "auth.ts"),
        `import { FrameworkAuth } from "authwright/next";
import Credentials from "authwright/providers/credentials";

export const { handlers } = FrameworkAuth({
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ username, password }) =>
        username === "bob" && password === "pw" ? { id: "1", name: "Bob", email: "bob@example.com" } : null,
    }),
  ],
  callbacks: {
    jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, name: session.name } : token),
  },
});
`,
      );
      await writeFile(
        path.join(route, "route.ts"),
        `import { handlers } from "../../../../auth";\n\nexport const { GET, POST } = handlers;\n`,
      );
      await writeFile(
        path.join(project.folder, "app/page.tsx"),
        `// @ts-nocheck\n${panel("next-auth/react")}`,
      );
      const port = await freePort();
      const url = `http://localhost:${port}/`;
      const server = await startServer(npx, ["next", "dev", "--port", String(port)], {
        cwd: project.folder,
        env: project.env({ AUTH_SECRET: "test-secret-test-secret-test-secret-000" }),
        url,
      });
      const context = await browser.newContext();
      context.setDefaultTimeout(120_000);
      try {
        await walk(await context.newPage(), url, "/api/auth");
      } catch (error) {
        throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
      } finally {
        await context.close();
        await server.stop();
      }
    } finally {
      await project.dispose();
    }
  },
);

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";

const full = process.env["AUTHWRIGHT_TEST_FULL"] === "1";
// test/full holds the long matrices of `npm run test:full`.
const exclude = ["test/fixtures/**", "node_modules/**", ...(full ? [] : ["test/full/**"])];

/** Rooms whose files take long, most of it in programs that they start: sharing gains nothing. */
const longRooms = ["apply", "e2e", "full", "packaging"];

/** Files with a process each: those that replace modules, that say `// alone: <reason>`, and the long ones. */
const alone = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.split(path.sep).join("/")}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /^\/\/ alone: |^ *vi\.(mock|doMock|resetModules)\(/m.test(readFileSync(file, "utf8")))
  .concat(longRooms.map((room) => `test/${room}/**/*.test.ts`));

export default defineConfig({
  // Tests read the sources: `#crypto` and our own subpaths resolve to src, not to dist.
  resolve: { conditions: ["authwright-source", "node"] },
  ssr: { resolve: { conditions: ["authwright-source", "node"] } },
  test: {
    environment: "node",
    // On two cores: most of a test's time goes by while a child process works, and one in four waits for nothing else.
    maxWorkers: 3,
    globalSetup: ["test/support/unpack-browser.ts"],
    setupFiles: ["test/support/fresh-memory.ts", "test/support/as-found.ts"],
    // Limits are there to end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Its imports of next lack the file ending that Node asks for: it is read by vitest, like the tests.
    server: { deps: { inline: ["next-auth"] } },
    // The key of journals: not in the home of whoever runs the tests.
    env: { NODE_ENV: "test", XDG_STATE_HOME: path.resolve("node_modules/.cache/authwright/state") },
    // In the order of the names: the long ones begin, and short ones are left for the end.
    projects: [
      { extends: true, test: { name: "alone", include: alone, exclude } },
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...exclude, ...alone],
        },
      },
    ],
  },
});

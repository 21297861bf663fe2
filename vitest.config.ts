import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";

const full = process.env["AUTHWRIGHT_TEST_FULL"] === "1";

const testSources = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.split(path.sep).join("/")}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("test/fixtures/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const isTest = ({ file }: { file: string }): boolean => /\.test\.tsx?$/.test(file);

/** Test files that import a module, also by way of others. */
function importersOf(module: string): string[] {
  const found = new Set([module]);
  const isImporter = ({ file, text }: { file: string; text: string }): boolean =>
    [...text.matchAll(/(?:from|import\() *"(\.[^"]+)\.js"/g)].some(([, specifier = ""]) =>
      found.has(`${path.posix.join(path.posix.dirname(file), specifier)}.ts`),
    );
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const source of testSources) if (isImporter(source)) found.add(source.file);
  }
  return testSources.filter((source) => isTest(source) && found.has(source.file)).map(({ file }) => file);
}

const exclude = [
  "test/fixtures/**",
  "node_modules/**",
  // The long matrices of `npm run test:full`.
  ...(full ? [] : ["test/full/**"]),
  // Where no browser starts, one test says so, and those that need one are left out.
  ...(process.env["AUTHWRIGHT_NO_BROWSER"] ? importersOf("test/support/chromium.ts") : []),
].filter((file) => file !== "test/e2e/browser.test.ts");

/** Rooms whose files take long, most of it in programs that they start: sharing gains nothing. */
const longRooms = ["apply", "e2e", "full", "packaging"];

/** Files with a process each: those that replace modules, that say `// alone: <reason>`, and the long ones. */
const alone = testSources
  .filter(isTest)
  .filter(({ text }) => /^\/\/ alone: |^ *vi\.(mock|doMock|resetModules)\(/m.test(text))
  .map(({ file }) => file)
  .concat(longRooms.map((room) => `test/${room}/**/*.test.ts`));

export default defineConfig({
  // Tests read the sources: `#crypto` and our own subpaths resolve to src, not to dist.
  resolve: { conditions: ["authwright-source", "node"] },
  ssr: { resolve: { conditions: ["authwright-source", "node"] } },
  test: {
    environment: "node",
    // What one project has transformed, the other and the next run read.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: path.resolve("node_modules/.cache/authwright/vitest"),
    },
    // On two cores: most of a test's time goes by while a child process works, and one in four waits for nothing else.
    maxWorkers: 3,
    globalSetup: ["test/support/ready-browser.ts"],
    setupFiles: ["test/support/fresh-memory.ts", "test/support/as-found.ts"],
    // Limits are there to end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Its imports of next lack the file ending that Node asks for: it is read by vitest, like the tests.
    server: { deps: { inline: ["next-auth"] } },
    // CommonJS as Node gives it: what vitest puts around it takes a fifth of the time of whatever reads code.
    deps: { interopDefault: false },
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

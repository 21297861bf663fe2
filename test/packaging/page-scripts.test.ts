/** Scripts of pages as users get them: the build makes them small, and they do the same. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
// @ts-expect-error: the build is plain JavaScript
import { smallPages } from "../../scripts/bundle-server.mjs";
import { projectRoot } from "../architecture/source-tree.js";

const folder = path.join(projectRoot, "src/runtime/pages");
const modules = readdirSync(folder).filter((file) =>
  /^const script = /m.test(readFileSync(path.join(folder, file), "utf8")),
);

/** The script of a module, as the build leaves it. */
async function built(file: string): Promise<string> {
  const { code } = await transform(readFileSync(path.join(folder, file), "utf8"), { loader: "ts" });
  const small: string = await smallPages.transform.handler(code);
  const [, text = '""'] = /^const script = ("[^\n]*");$/m.exec(small) ?? [];
  return JSON.parse(text) as string;
}

test("there are some", () => expect(modules).toContain("code-field.ts"));

test.each(modules)(
  "%s: a script, with classes of characters that are none of the template's",
  async (file) => {
    const script = await built(file);
    expect(script).not.toBe("");
    expect(script).not.toMatch(/\\\\[sdwb]/);
  },
);

describe("the field of a code", () => {
  test.each([
    ["123456", true],
    ["123 456", true],
    ["１２３-４５６", true],
    ["12345", false],
    ["12345a", false],
  ])("%s: sent by itself: %s", async (typed, isSent) => {
    let sent: string | undefined;
    let input = (): void => undefined;
    const field = {
      value: typed,
      dataset: { digits: "6" },
      form: { requestSubmit: () => void (sent = field.value) },
      addEventListener: (_event: string, listener: () => void) => void (input = listener),
    };
    runInNewContext(await built("code-field.ts"), { document: { querySelectorAll: () => [field] } });
    input();
    expect(sent).toBe(isSent ? "123456" : undefined);
  });
});

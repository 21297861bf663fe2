import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { addProviders } from "../../src/commands/edit/auth-file.js";
import { splice } from "../../src/commands/edit/text-edit.js";
import { projectRoot } from "../architecture/source-tree.js";
import { variants } from "./variants.js";

const folder = path.join(projectRoot, "test/fixtures/edits");
const google = { specifier: "authwright/providers/google", name: "Google" };
const add = (text: string, file: string) => addProviders({ file, text }, "authwright", [google]);

const cases = readdirSync(folder)
  .filter((name) => !name.startsWith("server-"))
  .map((name) => {
    const files = readdirSync(path.join(folder, name));
    const read = (kind: string) => {
      const file = files.find((one) => one.startsWith(kind));
      return file === undefined
        ? undefined
        : { file, text: readFileSync(path.join(folder, name, file), "utf8") };
    };
    return { name, input: read("input") ?? { file: "", text: "" }, output: read("output") };
  });

describe.each(Object.entries(variants))("%s", (_, vary) => {
  test.each(cases.filter(({ output }) => output))(
    "$name: gets the provider and changes nothing else",
    async ({ input, output }) => {
      const text = vary(input.text);
      const result = await add(text, input.file);
      if (result.kind !== "edits") throw new Error(`${result.why} in line ${result.line}`);
      const edited = splice(text, result.edits);
      expect(edited).toBe(vary(output?.text ?? ""));
      expect(await add(edited, input.file)).toEqual({ kind: "edits", file: input.file, edits: [] });
    },
  );

  test.each(cases.filter(({ output }) => !output))(
    "$name: is left to a person, with the line",
    async ({ input }) => {
      const result = await add(vary(input.text), input.file);
      expect(result).toMatchObject({
        kind: "manual",
        line: expect.any(Number),
        why: expect.stringMatching(/\w/),
      });
    },
  );
});

test("several providers with arguments are added in one go", async () => {
  const text =
    'import { FrameworkAuth } from "authwright/next";\nexport default FrameworkAuth({ providers: [] });\n';
  const gitlab = {
    specifier: "authwright/providers/gitlab",
    name: "GitLab",
    argument: '{ baseUrl: "https://git.example" }',
  };
  const result = await addProviders({ file: "auth.ts", text }, "authwright", [google, gitlab]);
  expect(result.kind === "edits" && splice(text, result.edits)).toBe(
    'import { FrameworkAuth } from "authwright/next";\n' +
      'import Google from "authwright/providers/google";\n' +
      'import GitLab from "authwright/providers/gitlab";\n' +
      'export default FrameworkAuth({ providers: [Google, GitLab({ baseUrl: "https://git.example" })] });\n',
  );
});

/** What `satisfies` says behind an object that nothing else gives a type to: the type that the subpath of the framework exports. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { addOptions } from "../../src/cli/edit/config-option.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { frameworks, ownPackage } from "../../src/templates/frameworks/index.js";
import { projectRoot } from "../architecture/source-tree.js";

const { exports } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));

const subpaths = [...new Map(frameworks.map((one) => [one.subpath, one.configType]))];

test.each(subpaths)("a configuration for authwright/%s is %s", async (subpath, type) => {
  const module = exports[`./${subpath}`].default.replace("dist/", "src/").replace(/\.js$/, ".ts");
  const text = readFileSync(path.join(projectRoot, module), "utf8");
  expect(text).toMatch(new RegExp(`^export [^;]*\\b${type}\\b`, "m"));
  const file = "auth.ts";
  const code = `import { createAuth } from "authwright/${subpath}";\n\nconst config = { providers: [] };\nexport const auth = createAuth(config);\n`;
  const wanted = { options: [{ name: "session", value: '{ strategy: "jwt" }' }], imports: [] };
  const edited = await addOptions({ file, text: code }, ownPackage, wanted, () => undefined);
  if (edited.kind !== "edits") throw new Error(edited.why);
  const after = splice(code, edited.edits);
  expect(after).toMatch(new RegExp(`import (?:type )?\\{[^}]*\\b${type} \\} from "authwright/${subpath}";`));
  expect(after).toContain(`config = { session: { strategy: "jwt" }, providers: [] } satisfies ${type};`);
});

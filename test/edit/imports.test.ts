/** Where new imports go: the corpus of providers has the rest. */
import { expect, test } from "vitest";
import { addImports, type WantedImport } from "../../src/cli/edit/imports.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { locateModule } from "../../src/cli/source/syntax/syntax.js";
import { detectStyle } from "../../src/cli/source/text/text-style.js";

const added = (text: string, ...wanted: WantedImport[]) =>
  splice(text, addImports(text, locateModule(text, "file.ts"), wanted, detectStyle(text)));
const google = { specifier: "authwright/providers/google", whole: "Google" };
const near = { specifier: "./auth.js", names: ["auth"] };
const from = (...specifiers: string[]) =>
  specifiers.map((one) => (one === "" ? "\n" : `import ${one.replace(/\W/g, "")} from "${one}";\n`)).join("");
const order = (text: string) => [...text.matchAll(/^import .*?"([^"]+)";$/gm)].map(([, name]) => name);

test.each([
  [
    "const a = require('a'); const b = a();\n",
    "const a = require('a'); const { auth } = require('./auth.js'); const b = a();\n",
  ],
  ["import a from 'a'; a()\n", "import a from 'a'; import { auth } from './auth.js'; a()\n"],
  [
    "import a from 'a'; /* what\nit does */\na();\n",
    "import a from 'a'; import { auth } from './auth.js'; /* what\nit does */\na();\n",
  ],
  [
    "import a from 'a'; // what it is\na();\n",
    "import a from 'a'; // what it is\nimport { auth } from './auth.js';\na();\n",
  ],
])("CL-08: what shares a line with its use goes in front of it: %j", (before, after) => {
  expect(added(before, near)).toBe(after);
});

test.each([
  ["by kind and name", ["@acme/a", "express", "zod", "", "./db.js", "./server.js"]],
  ["by characters", ["../a.js", "./db.js", "./server.js", "@acme/a", "express", "zod"]],
  ["aliases of their own", ["express", "React", "zod", "@/db", "./db.js"]],
])("CL-08: imports that are sorted stay sorted: %s", (_what, specifiers) => {
  const text = added(`${from(...specifiers)}\nrun();\n`, google, near);
  const names = specifiers.filter(Boolean);
  expect(order(text).filter((one) => names.includes(one ?? ""))).toEqual(names);
  const at = (one: string) => order(text).indexOf(one);
  expect(at(google.specifier)).toBe(at("express") - 1);
  expect(at("./auth.js")).toBe(at("./db.js") - 1);
});

test.each([
  ["too few to tell", from("express", "zod")],
  ["in no order", from("zod", "express", "./b.js", "./a.js", "koa")],
  ["what is there for what it does is the last", `${from("a", "b", "c", "d", "e")}import "./env.js";\n`],
])("below the last one where the order says nothing: %s", (_what, imports) => {
  const text = added(`${imports}\nrun();\n`, google);
  expect(text.startsWith(`${imports}import Google from`)).toBe(true);
});

test("a comment above the first import keeps its line", () => {
  const imports = `// eslint-disable-next-line\n${from("b", "c", "d", "e", "f")}`;
  expect(added(imports, google)).toBe(`${imports}import Google from "authwright/providers/google";\n`);
});

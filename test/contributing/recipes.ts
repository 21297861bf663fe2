/** What the recipes of CONTRIBUTING add to a copy of the project. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";

/** The new files of each recipe, as they stand in the copy. */
export const toys = path.join(projectRoot, "test/fixtures/toys");

/** A line of a file that is there: what it stands in front of, and the line. */
type Line = readonly [file: string, before: string, line: string];

/** `functions`: what a plugin adds to `auth`, beside the plugin itself. */
export type Recipe = "plugin" | "functions" | "provider" | "language" | "command" | "framework" | "store";

/** What a recipe adds beside its new files. */
const lines: Readonly<Record<Recipe, readonly Line[]>> = {
  plugin: [
    ["src/runtime/plugins/registry.ts", "\n/** Their members", todoImports()],
    ["src/runtime/plugins/registry.ts", "TwoFactorPages {}", "TodoPages, "],
    ["src/runtime/plugins/registry.ts", " };\n\n/** Their texts", ", todo"],
    [
      "src/runtime/plugins/registry.ts",
      "}\n\nexport const pluginEnglish",
      "  readonly todo: TodoMessages;\n",
    ],
    ["src/runtime/plugins/registry.ts", '  "two-factor": twoFactorTexts', "  todo: todoTexts,\n"],
    ["src/templates/plugins/index.ts", "import { twoFactor }", 'import { todo } from "./todo/support.js";\n'],
    ["src/templates/plugins/index.ts", "];\n\nexport const findPlugin", "  todo,\n"],
    ["docs/plugins/README.md", "\n## Add one", "| [`todo`](todo.md) | what users have yet to do |\n"],
    ["test/messages/texts.test.ts", "];\n\nconst asEnglish", ', "todo"'],
  ],
  functions: [
    [
      "src/runtime/server-functions/plugin-functions.ts",
      "};\n\n/**\n * Functions of `auth`",
      '  todos: "add count",\n',
    ],
  ],
  provider: [],
  language: [["docs/guides/languages.md", "\n", "- `it`\n"]],
  command: [
    ["src/commands/index.ts", "  info: ()", '  toy: () => import("./toy/command.js"),\n'],
    ["src/commands/manifest/manifest.ts", '  {\n    name: "info"', toyCommand()],
  ],
  framework: [
    ["package.json", '    "./node": {', subpath("toy", "integrations/toy")],
    ["src/templates/frameworks/index.ts", "import type", 'import { toy } from "./toy/support.js";\n'],
    ["src/templates/frameworks/index.ts", "  nodeHttp,\n", "  toy,\n"],
    ["docs/frameworks/README.md", "| Koa 3 |", "| Toy | `toy` | `toy-server` | [Toy](toy.md) |\n"],
  ],
  store: [
    ["package.json", '    "./adapters/memory": {', subpath("adapters/toy", "adapters/toy")],
    ["src/templates/stores/index.ts", "import type", 'import { toy } from "./toy/support.js";\n'],
    ["src/templates/stores/index.ts", ", ...published", ", toy"],
    ["docs/adapters/README.md", "| a test |", "| Toy | `ToyAdapter(base)` | [Toy](toy.md) |\n"],
  ],
};

function todoImports(): string {
  return [
    'import { messages as todoTexts, type TodoMessages } from "./todo/messages.js";',
    'import { pages as todo, type TodoPages } from "./todo/page-table.js";',
    "",
  ].join("\n");
}

/** A row of `exports`. */
function subpath(name: string, module: string): string {
  const file = `./dist/runtime/${module}`;
  return `    "./${name}": { "types": "${file}.d.ts", "default": "${file}.js" },\n`;
}

function toyCommand(): string {
  return '  { name: "toy", help: "say what it is", flags: [], examples: ["auth toy"] },\n';
}

export const recipes: readonly Recipe[] = [
  "plugin",
  "functions",
  "provider",
  "language",
  "command",
  "framework",
  "store",
];
/** Those that change lines alone have none. */
const hasFiles = (kind: string): boolean => existsSync(path.join(toys, kind));

const newFolders = (kind: string): readonly string[] =>
  !hasFiles(kind)
    ? []
    : readdirSync(path.join(toys, kind), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath }) => path.relative(path.join(toys, kind), parentPath).replaceAll("\\", "/"));

/** A folder that gets new files is one place with what changes in it; so is each file that changes elsewhere. */
export function placesOf(kind: Recipe): readonly string[] {
  const folders = newFolders(kind);
  const changed = lines[kind].map(([file]) => file);
  return [...new Set([...folders, ...changed.filter((file) => !folders.includes(path.posix.dirname(file)))])];
}

function addLine(copy: string, [file, before, line]: Line): void {
  const target = path.join(copy, file);
  const text = readFileSync(target, "utf8");
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(
    target,
    text.replace(before, () => line + before),
  );
}

/** Adds the toy of a recipe to a copy of the project. */
export function follow(copy: string, recipe: Recipe): void {
  if (hasFiles(recipe)) cpSync(path.join(toys, recipe), copy, { recursive: true });
  for (const line of lines[recipe]) addLine(copy, line);
}

/**
 * What is measured, as data: areas, limits, floors. What a measure leaves out stands by file in exceptions.mjs. A move
 * of a room changes paths in these two and in test/architecture/rules.ts. A path that ends with "/" is a folder, any other is one file.
 */

/** The folders that hold sources; in each of them every measure finds what is planted. */
export const topFolders = [
  "bin/",
  "src/commands/",
  "src/templates/",
  "src/cli/",
  "src/providers/",
  "src/runtime/",
];

/** Columns of the table. The command line is one area, so that moving files inside it changes no figure. */
export const areas = [
  { name: "command line", paths: ["bin/", "src/commands/", "src/cli/", "src/templates/"] },
  { name: "providers", paths: ["src/providers/"] },
  { name: "runtime", paths: ["src/runtime/"] },
];

export const folders = ["bin", "src"];

/** The largest that is not counted. */
export const limits = { functionLines: 60, complexity: 15, parameters: 4 };

/** Tables that scripts/generate.mjs writes from other sources: not measured at all. */
export const generatedFiles = [
  "src/commands/manifest/framework-lists.ts",
  "src/templates/generated.ts",
  "src/providers/catalog.ts",
  "src/providers/records.ts",
];

/** Tables, with the reason: their length says nothing. They begin with `// data file`; everything else is measured. */
export const dataFiles = {
  "src/cli/findings/codes.ts": "one row per finding in files",
  "src/cli/findings/database-codes.ts": "one row per finding in the rows of a database",
  "src/cli/findings/live-codes.ts": "one row per finding in a running app",
  "src/commands/manifest/document-schema.ts": "the JSON Schema of each command's result",
  "src/commands/migrate/alias/integrations.ts": "integrations of others, with the versions that work",
  "src/cli/old-auth/names.ts": "names of next-auth and ours for them",
  "src/commands/dev/server/users.ts": "the users that the local provider knows",
  "src/commands/manifest/manifest.ts": "commands, flags and their texts",
  "src/cli/terminal/error-codes.ts": "one row per error and warning",
  "src/runtime/languages/ar/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/de/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/es/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/fr/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/ja/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/pt/plugins.ts": "the texts of plugins in one language",
  "src/runtime/languages/zh/plugins.ts": "the texts of plugins in one language",
};

/** Where each framework is described: a framework's id is free in its own folder. */
export const frameworkFolder = "src/templates/frameworks/";

/**
 * Where source text of the user's project is read by patterns: before a file is parsed, what has no tree, how a text is
 * laid out, and values that are kept as code. Routes, names and tables are read from the tree.
 */
export const sourceRooms = [
  "src/cli/source/configuration/",
  "src/cli/source/markup/",
  "src/cli/source/names/code-names.ts",
  "src/cli/source/providers/",
  "src/cli/source/syntax/",
  "src/cli/source/text/",
];

/** Names of values that are not source text, by the last word of the expression that a pattern is held against. */
export const otherSubjects = [
  "file fileName folder path pathname glob route",
  "name specifier module id key word",
  "range version host hostname protocol",
  "script scripts flags",
].flatMap((line) => line.split(" "));

/** The floors, the upper ones first: values are imported downwards only. */
export const floors = [
  ["bin/"],
  ["src/commands/"],
  ["src/templates/"],
  ["src/cli/"],
  ["src/providers/"],
  ["src/runtime/"],
];

/** Whether a file is one of the paths or lies in one of them. */
export const isIn = (file, paths) =>
  paths.some((path) => (path.endsWith("/") ? file.startsWith(path) : file === path));

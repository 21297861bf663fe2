/**
 * What is measured, as data: areas, limits, and the rooms that a measure leaves out. A move of a room changes paths
 * here and nowhere else. A path that ends with "/" is a folder, any other is one file.
 */

/** Columns of the table. The command line is one area, so that moving files inside it changes no figure. */
export const areas = [
  { name: "command line", paths: ["bin/", "src/commands/", "src/cli/", "src/templates/"] },
  { name: "providers", paths: ["src/providers/"] },
  { name: "runtime", paths: ["src/runtime/"] },
];

export const folders = ["bin", "src"];

/** The largest that is not counted. */
export const limits = { functionLines: 60, complexity: 15, parameters: 4 };

/** Written by scripts/generate.mjs from other sources: not measured at all. */
export const generatedFiles = [
  "src/templates/generated.ts",
  "src/providers/catalog.ts",
  "src/providers/records.ts",
];

/** Tables, with the reason: their length says nothing. They begin with `// data file`; everything else is measured. */
export const dataFiles = {
  "src/cli/findings/codes.ts": "one row per finding in files",
  "src/cli/findings/live-codes.ts": "one row per finding in a running app",
  "src/commands/manifest/document-schema.ts": "the JSON Schema of each command's result",
  "src/commands/migrate/alias/integrations.ts": "integrations of others, with the versions that work",
  "src/cli/old-auth/adapters.ts": "adapters of next-auth 4 and those in their place",
  "src/commands/migrate/rules/names.ts": "names of next-auth and ours for them",
  "src/commands/dev/server/users.ts": "the users that the local provider knows",
  "src/commands/manifest/manifest.ts": "commands, flags and their texts",
  "src/cli/terminal/error-codes.ts": "one row per error and warning",
};

/** Where each framework is described, and the registry that lists them: a framework's id is free in its own place. */
export const frameworkPlaces = {
  descriptions: "src/templates/frameworks/",
  templates: "src/templates/frameworks/",
  // The second: names of old packages, of which one is called like a framework.
  registry: [
    "src/templates/frameworks/index.ts",
    "src/commands/migrate/rules/names.ts",
    "src/commands/migrate/alias/integrations.ts",
  ],
  searched: ["src/commands/", "src/cli/", "src/templates/"],
};

/** Where a provider's type may be asked: the table of routes and what works out the configuration. */
export const providerTypePlaces = {
  searched: ["src/runtime/"],
  free: ["src/runtime/routes.ts", "src/runtime/settings/", "src/runtime/config/"],
};

/** Where patterns are not held against source text of the user's project. */
export const sourcePatternPlaces = {
  searched: ["src/commands/", "src/cli/"],
  free: [
    // The one reader of source text, and the readers of other formats.
    "src/cli/source/",
    "src/cli/formats/",
    // What the terminal and the shell are told.
    "src/cli/terminal/",
    "src/cli/completion/",
    // HTTP requests and answers.
    "src/cli/dev-server/",
    "src/cli/doctor/live/",
    "src/commands/steps/verify-provider.ts",
  ],
  /** Names of values that are not source text, by the last word of the expression that a pattern is held against. */
  otherSubjects: [
    "file fileName folder path pathname glob route",
    "name specifier module id key word",
    "range version host hostname protocol",
    "script scripts flags",
  ].flatMap((line) => line.split(" ")),
};

/** Whether a file is one of the paths or lies in one of them. */
export const isIn = (file, paths) =>
  paths.some((path) => (path.endsWith("/") ? file.startsWith(path) : file === path));

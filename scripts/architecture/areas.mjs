/**
 * What is measured, as data: areas, limits, and the rooms that a measure leaves out. A move of a room changes paths
 * here and nowhere else. A path that ends with "/" is a folder, any other is one file.
 */

/** Columns of the table. The command line is one area, so that moving files inside it changes no figure. */
export const areas = [
  { name: "command line", paths: ["bin/", "src/commands/", "src/cli/"] },
  { name: "templates", paths: ["src/templates/"] },
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
  "src/commands/doctor/codes.ts": "one row per finding in files",
  "src/commands/doctor/live-codes.ts": "one row per finding in a running app",
  "src/commands/document-schema.ts": "the JSON Schema of each command's result",
  "src/commands/edit/migrate-names.ts": "names of next-auth and ours for them",
  "src/commands/idp/people.ts": "the users that the local provider knows",
  "src/commands/manifest.ts": "commands, flags and their texts",
  "src/commands/ui/error-codes.ts": "one row per error and warning",
};

/** Where each framework is described, and the registry that lists them: a framework's id is free in its own place. */
export const frameworkPlaces = {
  descriptions: "src/templates/frameworks/",
  templates: "src/templates/files/",
  registry: ["src/templates/frameworks.ts", "src/templates/frameworks/index.ts"],
  searched: ["src/commands/", "src/cli/", "src/templates/"],
};

/** Where a provider's type may be asked: the table of routes and what works out the configuration. */
export const providerTypePlaces = {
  searched: ["src/runtime/"],
  free: ["src/runtime/routes.ts", "src/runtime/settings/", "src/runtime/config/"],
};

const commandLine = (name) => [`src/commands/${name}`, `src/cli/${name}`];

/** Where patterns are not held against source text of the user's project. */
export const sourcePatternPlaces = {
  searched: ["src/commands/", "src/cli/"],
  free: [
    // The one reader of source text, and the readers of other formats.
    ...["source/", "formats/"].flatMap(commandLine),
    ...["env-file.ts", "env-quote.ts", "ignore-file.ts", "json-file.ts"].map(
      (name) => `src/commands/edit/${name}`,
    ),
    // What the terminal and the shell are told.
    ...["ui/", "terminal/", "completion/"].flatMap(commandLine),
    // HTTP requests and answers.
    ...["idp/", "dev-server/", "doctor/live/"].flatMap(commandLine),
    ...["drive", "live", "live-cookies", "live-json", "live-reach", "live-session", "live-sign-in"].map(
      (name) => `src/commands/doctor/${name}.ts`,
    ),
    ...["verify-provider", "visitor"].map((name) => `src/commands/doctor/${name}.ts`),
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

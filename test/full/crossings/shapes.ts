// data file
/** Ways to write the configuration, each standing for shapes of the tables that test the reading of configurations. */

/** The object as `auth init` wrote it, and where. */
export interface Setting {
  /** Between the braces, with the blanks of the file. */
  readonly members: string;
  /** Name and module of the type of configurations. */
  readonly type: { readonly name: string; readonly module: string };
  readonly isTyped: boolean;
  readonly isCommonjs: boolean;
  /** The configuration may be a function, which is called with each request. */
  readonly isLazy: boolean;
  /** How a file beside it is imported, by its bare name. */
  readonly specifier: (name: string) => string;
}

export interface Written {
  /** What the call gets. */
  readonly argument: string;
  /** Statements in front of it. */
  readonly above?: string;
  /** Imports of the file. */
  readonly imports?: string;
  /** A file beside it, which has the providers then: bare name and text without its imports. */
  readonly beside?: { readonly name: string; readonly text: string; readonly imports?: string };
}

export interface Shape {
  readonly id: string;
  /** Only in such files; in all by default. */
  readonly only?: "typed" | "modules";
  /** Folders of test/fixtures/edits, and rows of test/commands/untyped-configurations.test.ts. */
  readonly standsFor: readonly string[];
  readonly write: (setting: Setting) => Written;
}

const object = ({ members }: Setting) => `{${members}}`;
const withListApart = (setting: Setting): Setting => ({
  ...setting,
  members: setting.members.replace("providers: [GitHub]", "providers"),
});
/** What a spread of it overrides where a command writes in front of it. */
const withSession = (setting: Setting): Setting => ({
  ...setting,
  members: `\n  session: { maxAge: 3600 },${setting.members}`,
});
const typeImport = ({ type }: Setting) => `import type { ${type.name} } from "${type.module}";\n`;
const constant = (text: string, more: Partial<Written> = {}): Written => ({
  above: `const config = ${text};\n\n`,
  argument: "config",
  ...more,
});
const called = (setting: Setting, text: string, call: string): Written => ({
  above: `${text}\n\n`,
  argument: setting.isLazy ? "config" : call,
});
const bring = ({ isCommonjs, specifier }: Setting, name: string, from: string): string =>
  isCommonjs
    ? `const { ${name} } = require("${specifier(from)}");\n`
    : `import { ${name} } from "${specifier(from)}";\n`;
const give = ({ isCommonjs }: Setting, name: string, text: string): string =>
  isCommonjs
    ? `const ${name} = ${text};\n\nmodule.exports = { ${name} };\n`
    : `export const ${name} = ${text};\n`;

export const shapes: readonly Shape[] = [
  {
    id: "an object in the call",
    standsFor: [
      "inline",
      "inline-trailing-comma",
      "flat",
      "express-app",
      "nested-properties",
      "object-with-methods",
    ].concat([
      "an object in the call",
      "use-server-directive",
      "wrapped-call",
      "destructured",
      "multiline-comments",
    ]),
    write: (setting) => ({ argument: object(setting) }),
  },
  {
    id: "a constant",
    standsFor: [
      "a constant",
      "unrelated-providers-beside",
      "shadowed-names",
      "two-calls-one-list",
      "assigned-property",
    ],
    write: (setting) => constant(object(setting)),
  },
  {
    id: "as const",
    only: "typed",
    standsFor: ["as-const-config", "a constant that never changes"],
    write: (setting) => ({
      above: `const providers = [GitHub];\n\nconst config = ${object(withListApart(setting))} as const;\n\n`,
      argument: "config",
    }),
  },
  {
    id: "a typed constant",
    only: "typed",
    standsFor: ["typed-constant", "jsdoc-config"],
    write: (setting) => ({
      imports: typeImport(setting),
      above: `const config: ${setting.type.name} = ${object(setting)};\n\n`,
      argument: "config",
    }),
  },
  {
    id: "satisfies",
    only: "typed",
    standsFor: ["satisfies", "satisfies-default-export"],
    write: (setting) =>
      constant(`${object(setting)} satisfies ${setting.type.name}`, { imports: typeImport(setting) }),
  },
  {
    id: "an assertion",
    only: "typed",
    standsFor: ["type-assertion"],
    write: (setting) =>
      constant(`${object(setting)} as ${setting.type.name}`, { imports: typeImport(setting) }),
  },
  {
    id: "a frozen object",
    standsFor: ["a frozen object", "object-freeze"],
    write: (setting) => constant(`Object.freeze(${object(setting)})`),
  },
  {
    id: "an async function",
    only: "modules",
    standsFor: [
      "an async function",
      "async-function",
      "a function that returns one",
      "await-in-list",
      "awaited-together",
      "cached-config",
    ].concat(["function-of-request", "lazy-providers"]),
    write: (setting) =>
      called(setting, `async function config() {\n  return ${object(setting)};\n}`, "await config()"),
  },
  {
    id: "an arrow function",
    standsFor: [
      "a function",
      "one that takes what it needs",
      "arrow",
      "an arrow function",
      "iife",
      "local-function-with-arguments",
    ].concat(["function-null-return", "function-several-returns", "function-ternary-same-list"]),
    write: (setting) => called(setting, `const config = () => (${object(setting)});`, "config()"),
  },
  {
    id: "a spread in front",
    standsFor: ["split-empty-base", "spread-list", "in front of providers"],
    write: (setting) => ({
      above: `const shared = { session: { maxAge: 3600 } };\n\n`,
      argument: `{\n  ...shared,${setting.members}}`,
    }),
  },
  {
    id: "a spread behind",
    standsFor: ["in one line", "behind a member", "on lines of its own"],
    write: (setting) => ({
      above: `const shared = ${object(withSession(setting))};\n\n`,
      argument: "{\n  debug: false,\n  ...shared,\n}",
    }),
  },
  {
    id: "a file of its own",
    standsFor: [
      "split-spread",
      "split-alias",
      "split-named",
      "split-two-hops",
      "barrel-of-the-project",
    ].concat(["reexport-default", "reexport-star", "export-config-as-default", "import-used-elsewhere"]),
    write: (setting) => ({
      imports: bring(setting, "authConfig", "auth.config"),
      argument: "{ ...authConfig }",
      beside: { name: "auth.config", text: give(setting, "authConfig", object(withSession(setting))) },
    }),
  },
  {
    id: "a typed file of its own",
    only: "typed",
    standsFor: ["typed already", "split-extends-list"],
    write: (setting) => ({
      imports: `import authConfig from "${setting.specifier("auth.config")}";\n`,
      argument: "authConfig",
      beside: {
        name: "auth.config",
        imports: typeImport(setting),
        text: `export default ${object(setting)} satisfies ${setting.type.name};\n`,
      },
    }),
  },
  {
    id: "a member of an object",
    standsFor: ["a member of an object", "nested-in-settings", "object-member", "define-config-nested"],
    write: (setting) => ({
      above: `const settings = { port: 3000, auth: ${object(setting)} };\n\n`,
      argument: "settings.auth",
    }),
  },
  {
    id: "Object.assign",
    standsFor: ["object-assign", "an object that is joined with another one"],
    write: (setting) => ({
      above: "const base = { debug: false };\n\n",
      argument: `Object.assign({}, base, ${object(setting)})`,
    }),
  },
  {
    id: "a wrapper",
    standsFor: ["wrapper", "generic-wrapper-object"],
    write: (setting) => ({
      ...(setting.isTyped && { imports: typeImport(setting) }),
      above: setting.isTyped
        ? `const define = (config: ${setting.type.name}): ${setting.type.name} => config;\n\n`
        : "const define = (config) => config;\n\n",
      argument: `define(${object(setting)})`,
    }),
  },
  {
    id: "a static property",
    standsFor: [
      "a static property",
      "class-static-property",
      "class-static-method",
      "class-getter",
      "class-instance",
      "class-method",
    ],
    write: (setting) => ({
      above: `class Settings {\n  static auth = ${object(setting)};\n}\n\n`,
      argument: "Settings.auth",
    }),
  },
  {
    id: "a list apart",
    standsFor: [
      "identifiers",
      "split-providers-file",
      "satisfies-const-list",
      "push",
      "push-several",
      "push-conditional",
    ].concat([
      "push-in-function",
      "let-reassigned-spread",
      "spread-base-constant",
      "object-spread-factory",
      "provider-constants",
    ]),
    write: (setting) => ({
      above: "const providers = [GitHub];\n\n",
      argument: object(withListApart(setting)),
    }),
  },
];

/** Shapes that are tried elsewhere, and why not here. */
export const elsewhere: Readonly<Record<string, readonly string[]>> = {
  "entries of the list of providers: test/edit/providers-corpus.test.ts has each of them in ten spellings": [
    "aliased-imports",
    "blank-lines-in-list",
    "comma-first",
    "commented-out-entries",
    "comments-between",
    "concat",
    "element-and-filter",
    "element-ternary-undefined",
    "hugging-brackets",
    "inline-objects",
    "loop-over-names",
    "minified-commonjs",
    "minified-one-line",
    "multi-line-imports",
    "namespace-provider",
    "no-trailing-comma",
    "quoted-key",
    "same-factory-other-id",
    "spaced-brackets",
    "spread-and",
    "spread-conditional",
    "two-per-line",
  ],
  "no provider, which no app runs with": [
    "empty",
    "empty-block-comment",
    "empty-multiline",
    "empty-with-comment",
    "empty-with-space",
    "no-imports",
  ],
  "spelling of the file: the factor `saved`": [
    "no-semicolons",
    "one-line-file",
    "quotes-of-imports",
    "shebang-unicode",
    "tabs-own",
    "template-and-regex",
    "unicode",
  ],
  "modules: the projects are some of ES modules and some of CommonJS": [
    "commonjs",
    "commonjs-dynamic-import",
    "commonjs-exports",
    "commonjs-module-config",
    "commonjs-several-declarations",
    "inline-require",
    "jsdoc-commonjs",
    "jsx-file",
    "tsx-file",
    "import-with-types",
    "imported-unused",
    "name-taken",
    "namespace-import-config",
    "client-provider-beside",
  ],
};

// data file
/** The document that `--json` prints, as JSON Schema 2020-12. Published as docs/cli/output.schema.json. */
import { commands } from "./manifest.js";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const optionalText: Schema = { type: ["string", "null"] };
const flag: Schema = { type: "boolean" };
const number: Schema = { type: "integer", minimum: 0 };
const free: Schema = { type: "object" };
const list = (items: Schema): Schema => ({ type: "array", items });
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });

/** An object with these members and no other; a name that ends in "?" may be absent. */
const object = (members: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace("?", ""), schema]),
  ),
  required: Object.keys(members).filter((name) => !name.endsWith("?")),
  additionalProperties: false,
});

const provider = { id: text, name: text } as const;
const step = object({
  kind: oneOf("create", "edit", "remove", "env", "ignore", "dependency", "install"),
  "path?": text,
  status: oneOf("todo", "already", "manual", "conflict"),
  reason: text,
  "line?": number,
  "snippet?": text,
});
const finding = object({
  code: { type: "string", pattern: "^AUTH_[DL]_[A-Z0-9_]+$" },
  level: oneOf("error", "warning", "hint"),
  path: text,
  "line?": number,
  message: text,
  fix: text,
  fixable: flag,
  docs: text,
});

const userShape = { id: text, email: optionalText, name: optionalText, isEmailConfirmed: flag } as const;
/** What `auth users` did to a user, or would do. */
const written = object({
  user: object({ id: text, email: optionalText }),
  statements: list(text),
  done: flag,
});

/** What was read of the configuration. */
const configuration = object({
  entry: text,
  calls: list(object({ name: text, module: text, at: text })),
  options: free,
  providers: list(object({ id: optionalText, module: optionalText, at: text, options: list(text) })),
  adapter: optionalText,
  plugins: optionalText,
  callbacks: list(text),
  unreadable: list(object({ at: text, why: text })),
});
const read = { "configuration?": configuration } as const;
/** A place that `auth migrate` leaves to a person. */
const left = object({
  path: text,
  line: number,
  why: text,
  write: text,
  "code?": { type: "string", pattern: "^AUTH_W_[A-Z_]+$" },
  "breaks?": flag,
});

/** One package of `auth migrate`. */
const migration = {
  from: list(text),
  kept: list(text),
  files: object({ created: number, edited: number, removed: number }),
  breaksNow: list(left),
  tidyUp: list(left),
} as const;

/** `result` by command. A command that is not named has none. */
export const resultSchemas: Readonly<Record<string, Schema>> = {
  init: object(read),
  "add-adapter": object(read),
  "add-provider": object({
    ...read,
    providers: list(
      object({
        ...provider,
        callbackUrl: text,
        signOut: list(object({ option: oneOf("federatedSignOut", "backchannelLogout"), url: text })),
        "console?": text,
        "docs?": text,
        env: list(text),
      }),
    ),
    "verified?": list(
      object({
        provider: text,
        steps: list(
          object({
            step: oneOf("discovery", "keys", "authorization", "token"),
            ok: { type: ["boolean", "null"] },
            seen: text,
          }),
        ),
      }),
    ),
  }),
  "remove-provider": object({
    ...read,
    providers: list(object({ ...provider, removed: flag })),
    env: free,
  }),
  "add-plugin": object({ ...read, plugins: list(object({ id: text, tables: list(text) })) }),
  "remove-plugin": object({
    ...read,
    plugins: list(object({ id: text, removed: flag })),
    tables: list(text),
  }),
  "add-role": object(read),
  "add-docker": object(read),
  upgrade: object({ ...read, "from?": text, changes: list(text) }),
  protect: object({
    ...read,
    paths: list(text),
    guards: list(object({ file: text, status: text, reason: text })),
  }),
  "test init": object({
    ...read,
    file: text,
    runner: oneOf("vitest", "jest", "playwright", "mocha", "node"),
    routes: list(object({ route: text, file: text, line: number, expected: free, "note?": text })),
  }),
  "secret generate": object({ secret: text }),
  "secret check": object({
    secrets: list(object({ name: text, from: text, characters: number, seals: flag })),
    findings: list(finding),
  }),
  "db migrate": object({
    "orm?": object({ name: text, command: text }),
    statements: list(text),
    applied: flag,
    drift: list(object({ table: text, message: text, fix: text })),
  }),
  "db cleanup": object({
    tables: list(object({ table: text, rows: number })),
    deleted: flag,
    "ownerless?": object({ slugs: list(text), more: flag }),
  }),
  "users list": object({ users: list(object(userShape)), next: optionalText }),
  "users show": object({
    ...userShape,
    accounts: list(text),
    sessions: { anyOf: [number, { type: "null" }] },
    isAdministrator: flag,
    ban: { anyOf: [object({ reason: text, until: optionalText }), { type: "null" }] },
  }),
  "users grant": written,
  "users revoke": written,
  "users ban": written,
  "users unban": written,
  "users sign-out": written,
  "token decode": object({
    payload: free,
    header: free,
    expired: flag,
    cookieName: text,
    secretFrom: text,
    bytes: number,
  }),
  "token encode": object({
    token: text,
    cookieName: text,
    cookie: text,
    secretFrom: text,
    expires: { type: "string", format: "date-time" },
    bytes: number,
  }),
  doctor: object({
    ...read,
    findings: list(finding),
    "live?": object({ base: optionalText, steps: list(free) }),
  }),
  migrate: {
    anyOf: [
      object({ ...read, ...migration }),
      object({
        packages: list(object({ path: text, plan: object({ id: text, steps: list(step) }), ...migration })),
      }),
    ],
  },
  undo: object({ id: text, files: list(text) }),
  providers: {
    anyOf: [
      object({
        providers: list(object({ ...provider, type: text, status: text, env: free })),
      }),
      { type: "object", required: ["id", "name", "type", "status", "env", "import"] },
    ],
  },
  completion: object({ shell: text, script: text }),
  info: { type: "object", required: ["name", "version", "node", "root", "frameworks", "packageManager"] },
};

export const documentSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "What every command prints with --json",
  type: "object",
  properties: {
    schemaVersion: { const: 1 },
    ok: flag,
    command: text,
    plan: object({ id: { type: "string", pattern: "^[0-9a-f]{12}$" }, steps: list(step) }),
    result: {},
    warnings: list(object({ code: { type: "string", pattern: "^AUTH_W_[A-Z_]+$" }, message: text })),
    error: object({ code: { type: "string", pattern: "^AUTH_E_[A-Z_]+$" }, message: text, hint: text }),
    next: { ...list(object({ command: text, why: text })), minItems: 1 },
  },
  required: ["schemaVersion", "ok", "command", "warnings"],
  additionalProperties: false,
  oneOf: [
    { properties: { ok: { const: true } }, not: { required: ["error"] } },
    { properties: { ok: { const: false } }, required: ["error", "next"] },
  ],
  allOf: commands.map(({ name }) => ({
    anyOf: [
      { properties: { command: { not: { const: name } } } },
      { properties: { result: resultSchemas[name] ?? false } },
      // A run that ends early, or writes nothing, says what it read.
      { properties: { result: object({ configuration }) } },
    ],
  })),
};

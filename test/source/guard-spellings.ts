/** Apps that say in many ways where sign-in, its session and its guards are, drawn from everything that goes together. */
import { createHash } from "node:crypto";

/** What the last argument of the last `app.use(…)` in the server file stands for. */
export type Part = "guard" | "handler" | "session" | "nothing";

export interface Spelling {
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly part: Part;
}

/** How an app makes `auth`, as its auth file or as a part of its server file. */
interface Making {
  readonly code: string;
  /** `auth` of that file can be imported by its name, or has no name of its own. */
  readonly as: "named" | "default" | "taken";
}

const makings: Readonly<Record<string, Making>> = {
  plain: {
    as: "named",
    code: 'import { createAuth } from "authwright/express";\nexport const auth = createAuth({ providers: [] });\n',
  },
  "renamed maker": {
    as: "named",
    code: 'import { createAuth as make } from "authwright/express";\nexport const auth = make({ providers: [] });\n',
  },
  "whole package": {
    as: "named",
    code: 'import * as lib from "authwright/express";\nexport const auth = lib.createAuth({ providers: [] });\n',
  },
  "typed and awaited": {
    as: "named",
    code: 'import { createAuth, type Auth } from "authwright/express";\nexport const auth: Auth = await createAuth<A, B>({ providers: [] });\n',
  },
  "exported later": {
    as: "named",
    code: 'import { createAuth } from "authwright/express";\nconst made = createAuth({ providers: [] });\nexport { made as auth };\n',
  },
  "kept in the process": {
    as: "named",
    code: 'import { createAuth } from "authwright/express";\nexport const auth = globalThis.kept ?? createAuth({ providers: [] });\n',
  },
  common: {
    as: "named",
    code: 'const { createAuth } = require("authwright/express");\nexports.auth = createAuth({ providers: [] });\n',
  },
  "common object": {
    as: "named",
    code: 'const { createAuth } = require("authwright/express");\nconst auth = createAuth({ providers: [] });\nmodule.exports = { auth };\n',
  },
  default: {
    as: "default",
    code: 'import { createAuth } from "authwright/express";\nexport default createAuth({ providers: [] });\n',
  },
  taken: {
    as: "taken",
    code: 'import { createAuth } from "authwright/express";\nexport const { handler, session, require: guard } = createAuth({ providers: [] });\n',
  },
};

/** How the server file comes by `auth`: its first lines, and what it is called below. */
interface Bringing {
  readonly from: Making["as"];
  readonly lines: string;
  readonly called: Called;
  readonly more?: Readonly<Record<string, string>>;
  /** All of it stands in one file. */
  readonly isHere?: true;
}

/** The expressions for the three parts. */
interface Called {
  readonly auth?: string;
  readonly handler: string;
  readonly session: string;
  readonly guard: string;
}

const of = (auth: string): Called => ({
  auth,
  handler: `${auth}.handler`,
  session: `${auth}.session`,
  guard: `${auth}.require`,
});

const bringings: Readonly<Record<string, Bringing>> = {
  imported: { from: "named", lines: 'import { auth } from "./auth.js";', called: of("auth") },
  "another name": { from: "named", lines: 'import { auth as login } from "./auth.js";', called: of("login") },
  namespace: { from: "named", lines: 'import * as kit from "./auth.js";', called: of("kit.auth") },
  "namespace with another name": {
    from: "named",
    lines: 'import * as kit from "./index.js";',
    called: of("kit.login"),
    more: { "index.ts": 'export { auth as login } from "./auth.js";\n' },
  },
  "passed on": {
    from: "named",
    lines: 'import { auth } from "./index.js";',
    called: of("auth"),
    more: { "index.ts": 'export * from "./auth.js";\n' },
  },
  required: { from: "named", lines: 'const { auth } = require("./auth");', called: of("auth") },
  "required by another name": {
    from: "named",
    lines: 'const { auth: login } = require("./auth");',
    called: of("login"),
  },
  "required as a whole": { from: "named", lines: 'const kit = require("./auth");', called: of("kit.auth") },
  "required in place": { from: "named", lines: "", called: of('require("./auth").auth') },
  given: { from: "named", lines: "export function routes(app, auth) {", called: of("auth") },
  "kept by the application": { from: "named", lines: "", called: of("app.locals.auth") },
  "a member of a class": {
    from: "named",
    lines: 'import { auth } from "./auth.js";\nclass Server { auth = auth;\n  start() {',
    called: of("this.auth"),
  },
  "taken out": {
    from: "named",
    lines:
      'import { auth } from "./auth.js";\nconst { handler: answer, session: who, require: needs } = auth;',
    called: { handler: "answer", session: "who", guard: "needs" },
  },
  "in variables": {
    from: "named",
    lines:
      'import { auth as login } from "./auth.js";\nconst answer = login.handler;\nconst who = login.session;',
    called: { auth: "login", handler: "answer", session: "who", guard: "login.require" },
  },
  "in one file": { from: "named", isHere: true, lines: "", called: of("auth") },
  "a default": { from: "default", lines: 'import login from "./auth.js";', called: of("login") },
  "a default, required": {
    from: "default",
    lines: 'const login = require("./auth").default;',
    called: of("login"),
  },
  parts: {
    from: "taken",
    lines: 'import { handler, session, guard } from "./auth.js";',
    called: { handler: "handler", session: "session", guard: "guard" },
  },
  "parts by other names": {
    from: "taken",
    lines: 'import { handler as h, session as s, guard as g } from "./auth.js";',
    called: { handler: "h", session: "s", guard: "g" },
  },
};

/** What is given to `app.use`, with lines in front of it, and what it stands for. */
interface Use {
  readonly part: Part;
  readonly write: (called: Called) => { readonly lines?: string; readonly given: string };
}

const uses: Readonly<Record<string, Use>> = {
  "a guard": { part: "guard", write: ({ guard }) => ({ given: `${guard}()` }) },
  "a guard with a path": { part: "guard", write: ({ guard }) => ({ given: `${guard}({ path: "/a" })` }) },
  "a guard with roles": {
    part: "guard",
    write: ({ guard }) => ({ given: `${guard}({\n  role: ["admin", "editor"],\n})` }),
  },
  "a guard with a constant": {
    part: "guard",
    write: ({ guard }) => ({ lines: 'const needs1 = { role: "admin" };', given: `${guard}(needs1)` }),
  },
  "a guard over lines": {
    part: "guard",
    write: ({ guard }) => ({ given: `${guard.replace(/\.(\w+)$/, "\n    // who?\n    .$1")}()` }),
  },
  "a guard with a comment": { part: "guard", write: ({ guard }) => ({ given: `/* who? */ ${guard}()` }) },
  "a guard of a type": { part: "guard", write: ({ guard }) => ({ given: `${guard}() as Handler` }) },
  "a guard in brackets": { part: "guard", write: ({ guard }) => ({ given: `(${guard}())` }) },
  "a guard in a variable": {
    part: "guard",
    write: ({ guard }) => ({ lines: `const onlyAdmins = ${guard}({ role: "admin" });`, given: "onlyAdmins" }),
  },
  "a guard in a typed variable": {
    part: "guard",
    write: ({ guard }) => ({ lines: `const onlyAdmins: Handler = ${guard}();`, given: "onlyAdmins" }),
  },
  "a guard that is set later": {
    part: "guard",
    write: ({ guard }) => ({ lines: `let later;\nlater = ${guard}();`, given: "later" }),
  },
  "a member of a list of guards": {
    part: "guard",
    write: ({ guard }) => ({
      lines: `const only = { admins: ${guard}({ role: "admin" }) };`,
      given: "only.admins",
    }),
  },
  "the handler": { part: "handler", write: ({ handler }) => ({ given: handler }) },
  "the handler, called": {
    part: "handler",
    write: ({ handler }) => ({ given: `(req, res, next) => ${handler}(req, res, next)` }),
  },
  "the handler, wrapped": { part: "handler", write: ({ handler }) => ({ given: `wrap(${handler})` }) },
  "the session": { part: "session", write: ({ session }) => ({ given: session }) },
  "the session of a type": { part: "session", write: ({ session }) => ({ given: `${session} as Handler` }) },
  "a text": { part: "nothing", write: ({ guard }) => ({ given: `log("${guard.replaceAll('"', "'")}()")` }) },
  "a text with the handler": {
    part: "nothing",
    write: ({ handler }) => ({ given: `log("${handler.replaceAll('"', "'")}")` }),
  },
  "something else": { part: "nothing", write: () => ({ given: "orders.require()" }) },
  "a loaded module": { part: "nothing", write: () => ({ given: 'require("./orders")' }) },
  "a key of that name": {
    part: "nothing",
    write: () => ({ given: "proxy({ handler: 1, session: 2, guard: 3, auth: 4 })" }),
  },
  "the same name in another file": {
    part: "nothing",
    write: () => ({ lines: 'const onlyAdmins2 = () => log("…");', given: "onlyAdmins2" }),
  },
};

/** A file beside all of them, whose names are its own. */
const beside = 'import { auth } from "./auth.js";\nexport const onlyAdmins2 = auth.require();\n';

const all: readonly Spelling[] = Object.entries(makings).flatMap(([made, making]) =>
  Object.entries(bringings)
    .filter(([, { from }]) => from === making.as)
    .flatMap(([brought, bringing]) =>
      Object.entries(uses).map(([used, use]) => {
        const { lines = "", given } = use.write(bringing.called);
        const server = `${bringing.lines}\n${lines}\napp.use(${given});\n`;
        const open = bringing.lines.split("{").length - bringing.lines.split("}").length;
        const whole = server + "}".repeat(open);
        const files = bringing.isHere
          ? { "server.ts": making.code + whole }
          : {
              "auth.ts": making.code,
              ...bringing.more,
              "server.ts": whole,
              ...(making.as === "named" && { "beside.ts": beside }),
            };
        return {
          name: `${made}, ${brought}, ${used}`,
          files: Object.entries(files).map(([file, text]) => ({ file, text })),
          part: use.part,
        };
      }),
    ),
);

const drawnBy = (name: string): string => createHash("sha256").update(`guards:${name}`).digest("hex");

/** 200 of all, always the same. */
export const spellings: readonly Spelling[] = [...all]
  .sort((a, b) => drawnBy(a.name).localeCompare(drawnBy(b.name)))
  .slice(0, 200);

/** Calls of nuxt-auth-utils outside of its handlers: who is asked for, what is set, and what components take. */
import { collect } from "../../../cli/source/syntax/collect.js";
import { locateModule, parse, ts } from "../../../cli/source/syntax/syntax.js";
import { indentAt } from "../../../cli/source/text/layout.js";
import { detectStyle, requote } from "../../../cli/source/text/text-style.js";
import { rangeOf } from "../../../cli/old-auth/statements.js";
import { locateTags } from "../../../cli/source/markup/tags.js";
import { isComponent } from "../../../cli/source/text/file-names.js";
import { isReadAsUser, membersRead } from "./session-reads.js";
import { handlerName } from "./handler.js";
import { changeOf, leave, mergeChanges, noChange, type Change, type PlacedTodo } from "../change.js";

/** What is known of a file beside its code. */
export interface UserSessionFile {
  readonly file: string;
  /** All of a component, and its script alone. */
  readonly text: string;
  readonly code: string;
  /** How the file names the configuration. */
  readonly specifier: string;
}

interface Advice {
  readonly why: string;
  readonly write: string;
}

/** Ways in that are no providers: while one of them is there, the sessions of the old module are needed. */
const waysIn: Readonly<Record<string, Advice>> = {
  setUserSession: {
    why: "a session is set outside of a handler of a provider",
    write:
      "what signs in here as authorize of credentials in server/auth.ts; what changes a session as update() of useAuth() and a jwt callback",
  },
  replaceUserSession: {
    why: "a session is replaced by code",
    write: "update() of useAuth(), and a jwt callback that returns the new contents",
  },
  hashPassword: {
    why: "passwords are hashed here",
    write:
      "take it out, run auth migrate, then npx authwright add-plugin password, which takes hashes of before",
  },
  verifyPassword: {
    why: "passwords are checked here",
    write:
      "take it out, run auth migrate, then npx authwright add-plugin password, which takes hashes of before",
  },
  passwordNeedsRehash: {
    why: "passwords are hashed here",
    write:
      "take it out, run auth migrate, then npx authwright add-plugin password, which takes hashes of before",
  },
  useWebAuthn: {
    why: "passkeys sign in here",
    write: "take it out, run auth migrate, then npx authwright add-provider passkey; people register anew",
  },
  defineWebAuthnRegisterEventHandler: {
    why: "passkeys are registered here",
    write: "take it out, run auth migrate, then npx authwright add-provider passkey",
  },
  defineWebAuthnAuthenticateEventHandler: {
    why: "passkeys sign in here",
    write: "take it out, run auth migrate, then npx authwright add-provider passkey",
  },
};

/** What stops the migration: nothing is written while it is there. */
export const waysInOf = (code: string, file: string): readonly PlacedTodo[] =>
  collect(parse(code, file), (node) => {
    if (isHooks(node))
      return [
        refused(node, {
          why: "hooks change sessions",
          write: "the callbacks jwt and session in server/auth.ts",
        }),
      ];
    if (!ts.isCallExpression(node) || isInHandler(node)) return [];
    const advice = waysIn[node.expression.getText()];
    return advice === undefined ? [] : [refused(node, advice)];
  });

const refused = (node: ts.Node, advice: Advice): PlacedTodo => ({
  offset: node.getStart(),
  ...advice,
  breaks: true,
});

const isHooks = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === "hook" &&
  node.expression.getText() === "sessionHooks";

/** `setUserSession` of a handler is read with the handler. */
const isInHandler = (node: ts.Node): boolean =>
  !ts.isSourceFile(node) &&
  ((ts.isCallExpression(node) && handlerName(node.expression.getText()) !== undefined) ||
    isInHandler(node.parent));

export function migrateUses(file: UserSessionFile): Change {
  const source = parse(file.code, file.file);
  const { names } = locateModule(file.code, file.file);
  const changes = collect(source, (node): Change[] => {
    if (ts.isCallExpression(node)) return [migrateCall(node, file, names)];
    return isOldTypes(node) ? [leave({ offset: node.getStart(), ...types })] : [];
  });
  const [shown] = isComponent(file.file) ? (locateTags(file.text, ["AuthState", "auth-state"]) ?? []) : [];
  return mergeChanges([
    ...changes,
    shown === undefined ? noChange : leave({ offset: shown.start, ...authState }),
  ]);
}

const types = {
  why: "`#auth-utils` is gone with its module",
  write: "nothing: `data` of useAuth() has the type that server/auth.ts gives it",
  breaks: "types" as const,
};
const authState = {
  why: "there is no `<AuthState>`",
  write: '<SignedIn v-slot="{ session }">…</SignedIn> and <SignedOut>…</SignedOut>',
  breaks: true as const,
};

const isOldTypes = (node: ts.Node): boolean =>
  (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().slice(1, -1) === "#auth-utils") ||
  (ts.isModuleDeclaration(node) && node.name.text === "#auth-utils");

function migrateCall(call: ts.CallExpression, file: UserSessionFile, names: ReadonlySet<string>): Change {
  const auth = names.has("auth") ? "appAuth" : "auth";
  const wanted = { specifier: file.specifier, name: auth === "auth" ? auth : `auth as ${auth}` };
  const [event] = call.arguments;
  const isPlain =
    call.arguments.length === 1 &&
    event !== undefined &&
    ts.isIdentifier(event) &&
    !file.code.includes("defineWebSocketHandler");
  switch (call.expression.getText()) {
    case "requireUserSession":
      return isPlain
        ? changeOf({
            edits: [{ ...rangeOf(call), text: `${auth}.require(${event.text})` }],
            names: { wanted: [wanted] },
          })
        : left(
            call,
            "it is not called with the event alone",
            "await auth.require(event), with auth of server/auth.ts",
          );
    case "getUserSession": {
      const value = outer(call);
      return isPlain && isReadAsUser(value)
        ? changeOf({
            edits: [
              { ...rangeOf(value), text: `(await ${auth}.session(${event.text})) ?? { user: undefined }` },
            ],
            names: { wanted: [wanted] },
          })
        : leftSession(call, value);
    }
    case "clearUserSession":
      return left(
        call,
        "the server ends no session by a call",
        "signOut() of useAuth() in the browser, or a link to /api/auth/signout",
      );
    case "useUserSession":
      return migrateComposable(call, file, names);
    default:
      return noChange;
  }
}

const left = (node: ts.Node, why: string, write: string): Change =>
  leave({ offset: node.getStart(), why, write, breaks: true });

/** What else of a session is read. Its `id` is there for visitors who are not signed in, too. */
function leftSession(call: ts.CallExpression, value: ts.Expression): Change {
  const write = "await auth.session(event), which is null for nobody, with auth of server/auth.ts";
  if (membersRead(value).includes("id"))
    return left(
      call,
      "the `id` of the session is read, which every visitor has, signed in or not: nothing here has its like",
      `${write}; for who is not signed in an id of the app's own, in a cookie that it sets by setCookie(event, …)`,
    );
  return left(call, "more than `user` of the session is read, or it is handed on", write);
}

/** With its `await`. */
const outer = (call: ts.Expression): ts.Expression =>
  ts.isAwaitExpression(call.parent) ? call.parent : call;

/** What `useUserSession()` gives, of `useAuth()`: a member of it, or a line. */
const members: Readonly<
  Record<string, { readonly taken: string; readonly line?: (taken: string) => string }>
> = {
  loggedIn: { taken: "status", line: (status) => `computed(() => ${status}.value === "authenticated")` },
  ready: { taken: "status", line: (status) => `computed(() => ${status}.value !== "loading")` },
  user: { taken: "data", line: (data) => `computed(() => ${data}.value?.user ?? null)` },
  session: { taken: "data" },
  clear: { taken: "signOut", line: (signOut) => `() => ${signOut}({ redirect: false })` },
  fetch: { taken: "update" },
};

function migrateComposable(
  call: ts.CallExpression,
  file: UserSessionFile,
  names: ReadonlySet<string>,
): Change {
  const place = patternOf(call);
  const taken = (place?.pattern.elements ?? []).map((one) => ({
    name: (one.propertyName ?? one.name).getText(),
    local: one.name.getText(),
  }));
  if (taken.some(({ name }) => name === "openInPopup"))
    return left(call, "sign-in opens no popup", 'signIn("github") of useAuth()');
  if (place === undefined || taken.some(({ name }) => !(name in members)))
    return left(
      call,
      "what is taken of it is not in plain sight",
      'const { data, status, signOut, update } = useAuth(); loggedIn is status.value === "authenticated", user is data.value?.user',
    );
  const { quote, semicolons, eol } = detectStyle(file.text);
  const { statement } = place;
  const indent = indentAt(file.text, statement.getStart());
  const lines = linesOf(taken, names).map((line) => requote(line, quote) + (semicolons ? ";" : ""));
  const session = taken.find(({ name }) => name === "session");
  return mergeChanges([
    changeOf({ edits: [{ ...rangeOf(statement), text: lines.join(eol + indent) }] }),
    session
      ? leave({
          offset: call.getStart(),
          why: "the session is null for nobody, and holds what server/auth.ts gives it",
          write: `${session.local}.value?.…, in templates ${session.local}?.…`,
        })
      : noChange,
  ]);
}

/** `const { … } = useUserSession()`, alone in its statement. */
function patternOf(call: ts.CallExpression) {
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return undefined;
  const statement = parent.parent.parent;
  const isAlone = ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1;
  return isAlone ? { pattern: parent.name, statement } : undefined;
}

interface Taken {
  readonly name: string;
  readonly local: string;
}

/** @param names every name of the file */
function linesOf(taken: readonly Taken[], names: ReadonlySet<string>): readonly string[] {
  const own = new Set(taken.map(({ local }) => local));
  const nameFor = (member: string) =>
    own.has(member) || names.has(member) ? `auth${member[0]?.toUpperCase()}${member.slice(1)}` : member;
  const element = (member: string, local: string) => (member === local ? local : `${member}: ${local}`);
  const read = taken.map((one) => ({ ...one, member: members[one.name] }));
  const made = read.filter(({ member }) => member?.line !== undefined);
  const sources = [...new Set(made.map(({ member }) => member?.taken ?? ""))];
  const elements = [
    ...sources.map((member) => element(member, nameFor(member))),
    ...read
      .filter(({ member }) => member?.line === undefined)
      .map(({ member, local }) => element(member?.taken ?? "", local)),
  ];
  return [
    `const { ${elements.join(", ")} } = useAuth()`,
    ...made.map(({ member, local }) => `const ${local} = ${member?.line?.(nameFor(member.taken)) ?? ""}`),
  ];
}

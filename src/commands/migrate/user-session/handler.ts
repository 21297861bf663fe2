/** `defineOAuthGitHubEventHandler({ … })` of nuxt-auth-utils: a provider, what the session holds of a person, and where sign-in leads. */
import { collect } from "../../../cli/source/syntax/collect.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import { isSetting } from "../../../cli/source/syntax/probes.js";
import type { PlacedTodo } from "../change.js";

/** Providers whose profile is the same here and there: id, by the word in the name of the handler. */
const providers: Readonly<Record<string, string>> = {
  Discord: "discord",
  GitHub: "github",
  GitLab: "gitlab",
  Google: "google",
  LinkedIn: "linkedin",
  Spotify: "spotify",
};

/** A handler that fits whole. */
export interface OAuthHandler {
  /** `GitHub` */
  readonly name: string;
  readonly id: string;
  /** Code of the client id and secret, where it is given here. */
  readonly client: Readonly<Record<"clientId" | "clientSecret", string | undefined>>;
  /** What the session holds: the name of the profile there, and the code. */
  readonly user: { readonly parameter: string; readonly code: string };
  /** A path. */
  readonly to: string;
  readonly todos: readonly PlacedTodo[];
}

export interface FoundHandler {
  readonly offset: number;
  /** The handler, or why it does not fit. */
  readonly handler: OAuthHandler | PlacedTodo;
}

/** `GitHub` of `defineOAuthGitHubEventHandler` */
export function handlerName(called: string): string | undefined {
  const [start, end] = ["defineOAuth", "EventHandler"];
  return called.startsWith(start) && called.endsWith(end)
    ? called.slice(start.length, -end.length)
    : undefined;
}

export const isHandler = (found: OAuthHandler | PlacedTodo): found is OAuthHandler => "name" in found;

export function findHandlers(text: string, file: string): readonly FoundHandler[] {
  if (!text.includes("EventHandler(")) return [];
  return collect(parse(text, file), (node) => {
    const name = ts.isCallExpression(node) ? handlerName(node.expression.getText()) : undefined;
    if (name === undefined || !ts.isCallExpression(node)) return [];
    return [{ offset: node.getStart(), handler: readHandler(node, name) }];
  });
}

const refusal = (node: ts.Node, why: string, write: string): PlacedTodo => ({
  offset: node.getStart(),
  why,
  write,
  breaks: true,
});

function readHandler(call: ts.CallExpression, name: string): OAuthHandler | PlacedTodo {
  const id = providers[name];
  if (id === undefined)
    return refusal(
      call,
      `${name} does not give the same profile here`,
      "a provider in the list of server/auth.ts: npx authwright providers lists them",
    );
  const isExported = ts.isExportAssignment(call.parent);
  const object = call.arguments[0] && unwrap(call.arguments[0]);
  if (!isExported || !object || !ts.isObjectLiteralExpression(object))
    return refusal(
      call,
      "the handler is not the file's export, with its options written out",
      "export default defineOAuthGitHubEventHandler({ … })",
    );
  const memberOf = (key: string) => object.properties.find((one) => keyOf(one.name) === key);
  const success = readSuccess(memberOf("onSuccess"), object);
  if ("why" in success) return success;
  const config = memberOf("config");
  const settings = config && ts.isPropertyAssignment(config) ? unwrap(config.initializer) : undefined;
  const read = readConfig(settings);
  if ("why" in read) return read;
  const failure = memberOf("onError");
  const onError = failure && {
    offset: failure.getStart(),
    why: "an error leads to the error page",
    write: 'pages: { error: "/…" } in server/auth.ts, for a page of your own; it gets ?error=',
  };
  return {
    name,
    id,
    ...success,
    client: read.client,
    todos: [...success.todos, ...read.todos, ...(onError ? [onError] : [])],
  };
}

type Success = Pick<OAuthHandler, "user" | "to" | "todos">;

/** What is done with who has signed in: a session, and a way on. Anything else would be lost. */
function readSuccess(member: ts.ObjectLiteralElementLike | undefined, object: ts.Node): Success | PlacedTodo {
  const value = member && ts.isPropertyAssignment(member) ? unwrap(member.initializer) : member;
  const read = value && isFunction(value) ? readFunction(value) : undefined;
  return read ?? refusal(member ?? object, "onSuccess does more than to set the session and lead on", more);
}

type SuccessFunction = ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

const isFunction = (node: ts.Node): node is SuccessFunction =>
  ts.isMethodDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** Undefined: it does something else as well. */
function readFunction({ parameters: [event, result], body }: SuccessFunction): Success | undefined {
  const [set, lead, ...others] = body && ts.isBlock(body) ? body.statements : [];
  if (set === undefined || lead === undefined || others.length > 0) return undefined;
  const to = redirectOf(lead, event?.name.getText());
  const data = sessionOf(set, event?.name.getText());
  const parameter = profileName(result?.name);
  if (to === undefined || data === undefined || parameter === undefined) return undefined;
  const user = data.properties.find((one) => keyOf(one.name) === "user");
  const code = user && contentsOf(user);
  if (code === undefined || !isOf(code, parameter)) return undefined;
  const rest = data.properties.filter((one) => one !== user);
  return { user: { parameter, code: code.getText() }, to, todos: rest.map(unheld) };
}

/** What the profile is called: `{ user }`, `{ user: person }`. */
const profileName = (pattern: ts.BindingName | undefined): string | undefined =>
  pattern && ts.isObjectBindingPattern(pattern)
    ? pattern.elements.find((one) => (one.propertyName ?? one.name).getText() === "user")?.name.getText()
    : undefined;

function contentsOf(member: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

const unheld = (member: ts.ObjectLiteralElementLike): PlacedTodo =>
  refusal(
    member,
    `the session holds no \`${keyOf(member.name) ?? member.getText()}\``,
    "a member of what jwt returns in server/auth.ts, where profile is there, and of what session returns",
  );

const more =
  "what it does beside goes into server/auth.ts: events.signIn for a note of the sign-in, callbacks.signIn for a refusal, an adapter for rows of users";

/** `return sendRedirect(event, "/path")` */
function redirectOf(statement: ts.Statement, event: string | undefined): string | undefined {
  const value =
    ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) ? statement.expression : undefined;
  const call = value && unwrap(value);
  if (!call || !ts.isCallExpression(call) || call.expression.getText() !== "sendRedirect") return undefined;
  const [given, to] = call.arguments;
  const isPlain =
    call.arguments.length === 2 && given?.getText() === event && to && ts.isStringLiteralLike(to);
  return isPlain && to.text.startsWith("/") && !to.text.startsWith("//") ? to.text : undefined;
}

/** `await setUserSession(event, { … })` */
function sessionOf(
  statement: ts.Statement,
  event: string | undefined,
): ts.ObjectLiteralExpression | undefined {
  const call = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : undefined;
  if (!call || !ts.isCallExpression(call) || call.expression.getText() !== "setUserSession") return undefined;
  const [given, data] = call.arguments;
  const object = data && unwrap(data);
  const isPlain = call.arguments.length === 2 && given?.getText() === event;
  return isPlain && object && ts.isObjectLiteralExpression(object) ? object : undefined;
}

const globals: ReadonlySet<string> = new Set(["String", "Number", "Boolean", "Date", "undefined"]);

/** Whether code is made of one name alone, and of what every file has. */
const isOf = (code: ts.Node, parameter: string): boolean =>
  collect(code, (node) => (ts.isIdentifier(node) && isName(node) ? [node.text] : [])).every(
    (name) => name === parameter || globals.has(name),
  );

function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node;
  return true;
}

function readConfig(
  settings: ts.Expression | undefined,
): Pick<OAuthHandler, "client" | "todos"> | PlacedTodo {
  const none = { clientId: undefined, clientSecret: undefined };
  if (settings === undefined) return { client: none, todos: [] };
  if (!ts.isObjectLiteralExpression(settings))
    return refusal(settings, "the settings are not written out here", "config: { … } as an object");
  const client: Record<"clientId" | "clientSecret", string | undefined> = { ...none };
  const todos: PlacedTodo[] = [];
  for (const one of settings.properties) {
    const name = keyOf(one.name) ?? "";
    const value = ts.isPropertyAssignment(one) ? one.initializer.getText() : undefined;
    if (name === "emailRequired") continue;
    if ((name === "clientId" || name === "clientSecret") && value && isSetting(value)) client[name] = value;
    else if (name === "scope")
      todos.push({
        offset: one.getStart(),
        why: "the provider asks for its usual scopes",
        write: 'authorization: { params: { scope: "…" } } among its options in server/auth.ts, for others',
      });
    else
      return refusal(
        one,
        `\`${name || one.getText()}\` has no counterpart that is plain`,
        "an option of the provider in server/auth.ts; docs/providers lists them",
      );
  }
  return { client, todos };
}

/** What becomes of a file: clients that can be turned as a whole are, for all others the lines to write are said. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { ts } from "../../../../cli/source/syntax/syntax.js";
import type { PlacedTodo } from "../../change.js";
import { turnCallback } from "./callback.js";
import { oldClasses } from "./classes.js";
import type { Construct, ClientCall, ClientFile } from "./read.js";
import { functionAround } from "./read.js";
import { turnStart, type Turned } from "./start.js";
import { turnTokens, variableOf } from "./tokens.js";

/** A client with the file that makes it. */
export interface Client extends Construct {
  readonly file: string;
}

/** What a place becomes, by the client that it belongs to. */
export interface Place {
  readonly client: Client;
  readonly file: ClientFile;
  readonly at: ts.Node;
  readonly turned: Turned;
  /** The lines to write where it is not turned. */
  readonly write: string;
}

/** The place of a call; undefined: its client is not in sight. */
export function callPlace(
  file: ClientFile,
  call: ClientCall,
  clients: readonly Client[],
  resolve: Resolve,
): Place | undefined {
  const client = clientOf(file, call, clients, resolve);
  if (client === undefined) return undefined;
  const turned = turnCall(file, call, client);
  return { client, file, at: call.node, turned, write: linesOfCall(call) };
}

/** The file that a specifier leads to. */
export type Resolve = (specifier: string, from: string) => string | undefined;

/** By the module that it is imported from; behind a barrel by its name, where only one has it. */
function clientOf(
  { file }: ClientFile,
  { name, specifier }: ClientCall,
  clients: readonly Client[],
  resolve: Resolve,
): Client | undefined {
  const named = clients.filter((one) => one.name === name);
  const made = specifier === undefined ? file : resolve(specifier, file);
  return named.find((one) => one.file === made) ?? (named.length === 1 ? named[0] : undefined);
}

function turnCall(file: ClientFile, call: ClientCall, client: Client): Turned {
  const { node, local, method } = call;
  const { old } = client;
  if (old === undefined) return { why: otherOptions(client) };
  if (method === "createAuthorizationURL") {
    const address = redirectSource(client, file);
    return address === undefined
      ? { why: "the address to come back to is not one that can stand here" }
      : turnStart(file, call, old, address);
  }
  if (method === "validateAuthorizationCode") return turnCallback(file, call);
  const name = method === "revokeToken" ? "revoke" : "refresh";
  const [token, ...more] = node.arguments;
  if (token === undefined || more.length > 0) return { why: "it asks for scopes of its own" };
  const renamed: TextEdit = {
    start: node.getStart(),
    end: node.getEnd(),
    text: `${name}(${local}, ${token.getText()})`,
  };
  const variable = name === "refresh" ? variableOf(node) : undefined;
  if (variable === undefined)
    return name === "refresh"
      ? { why: "its tokens are no variable of their own" }
      : { edits: [renamed], needs: [name] };
  const whole = variable.name;
  const names = { tokens: whole, claims: undefined, whole };
  const tokens = turnTokens(file, functionAround(node), variable, names);
  if ("why" in tokens) return tokens;
  const { type } = variable.declaration;
  const untyped = type && {
    start: variable.declaration.name.getEnd(),
    end: type.getEnd(),
    text: `: Awaited<ReturnType<typeof refresh>>`,
  };
  return { edits: [renamed, ...tokens.edits, ...(untyped ? [untyped] : [])], needs: [name] };
}

/** The address to come back to, where this file can say it. */
function redirectSource(client: Client, { file }: ClientFile): string | undefined {
  const given = client.node.arguments?.[client.old?.takes.indexOf("redirectUri") ?? -1];
  if (given === undefined || given.kind === ts.SyntaxKind.NullKeyword) return undefined;
  return client.file === file || isSelfContained(given) ? given.getText() : undefined;
}

const known = ["process", "Deno", "Bun", "URL", "String"];

/** Says the same in every file. */
const isSelfContained = (node: ts.Node): boolean =>
  collect(node, (each) => (ts.isIdentifier(each) ? [each] : [])).every(
    (name) =>
      (ts.isPropertyAccessExpression(name.parent) && name.parent.name === name) || known.includes(name.text),
  );

/** `new GitHub(id, secret, address)` becomes `GitHub({ clientId: id, clientSecret: secret })`. */
export function constructPlace(client: Client, file: ClientFile): Place {
  const { node, old, className } = client;
  const write = linesFor(client);
  const given = node.arguments ?? ts.factory.createNodeArray();
  const place = { client, file, at: node, write };
  if (old === undefined) return { ...place, turned: { why: otherOptions(client) } };
  if (given.length !== old.takes.length)
    return { ...place, turned: { why: "it has another number of arguments" } };
  const options = old.takes.flatMap((name, at) => {
    const value = given[at];
    const isMeant = name !== "redirectUri" && value !== undefined && value.kind !== ts.SyntaxKind.NullKeyword;
    return isMeant ? [value.getText() === name ? name : `${name}: ${value.getText()}`] : [];
  });
  const name = ts.isPropertyAccessExpression(node.expression) ? className : node.expression.getText();
  const text = `${name}({ ${options.join(", ")} })`;
  const { parent } = node;
  const type = ts.isVariableDeclaration(parent) ? parent.type : undefined;
  const untyped = type ? [{ start: parent.getChildAt(0).getEnd(), end: type.getEnd(), text: "" }] : [];
  return {
    ...place,
    turned: { edits: [...untyped, { start: node.getStart(), end: node.getEnd(), text }], needs: [] },
  };
}

const lines: Readonly<Record<string, (client: string) => string>> = {
  createAuthorizationURL: (client) =>
    `const { url, keep } = await start(${client}, { redirectUri }), and keep \`keep\` in the cookie of the state`,
  validateAuthorizationCode: (client) =>
    `const { user, profile, tokens } = await finish(${client}, new URL(request.url), keep), without comparing the state`,
  refreshAccessToken: (client) => `const tokens = await refresh(${client}, refreshToken)`,
  revokeToken: (client) => `await revoke(${client}, token)`,
};

const linesOfCall = ({ method, local }: ClientCall): string => lines[method]?.(local || "client") ?? "";

const otherOptions = ({ className, name }: Client): string =>
  name === ""
    ? `new ${className}(…) is no variable of its own`
    : `new ${className}(…) takes other options here`;

/** How a client is made. */
export const linesFor = ({ className }: Client): string =>
  byHand[className] ??
  `import ${className} from "authwright/providers/${oldClasses[className]?.provider ?? "…"}", then ${className}({ clientId, clientSecret })`;

const byHand: Readonly<Record<string, string>> = {
  AmazonCognito:
    'import Cognito from "authwright/providers/cognito", then Cognito({ clientId, clientSecret, issuer: "https://cognito-idp.<region>.amazonaws.com/<pool>" })',
  Apple:
    'import Apple from "authwright/providers/apple", then Apple({ clientId, teamId, keyId, privateKey }) with the text of the key; finish() takes the Request, whose body Apple posts',
  Authentik:
    'import Authentik from "authwright/providers/authentik", then Authentik({ clientId, clientSecret, issuer: "https://<domain>/application/o/<slug>/" })',
  OAuth2Client:
    'an object that start() and finish() of "authwright/oauth" take: { id: "…", name: "…", type: "oauth", clientId, clientSecret, authorization: "…", token: "…", userinfo: "…" }',
  Okta: 'import Okta from "authwright/providers/okta", then Okta({ clientId, clientSecret, issuer: "https://<domain>" })',
  Salesforce:
    'import Salesforce from "authwright/providers/salesforce", then Salesforce({ clientId, clientSecret, issuer: "https://<domain>" })',
  Synology:
    'import Synology from "authwright/providers/synology", then Synology({ clientId, clientSecret, issuer: "https://<domain>/webman/sso" })',
};

/** What a person has to write at a place. */
export const todoAt = ({ at, write, turned }: Place, because = ""): PlacedTodo => ({
  offset: at.getStart(),
  why: "why" in turned ? turned.why : because,
  write,
});

/** Names that are left: errors become those of ours, what else is there is said. */
export function restOf(
  { source, nameOf }: ClientFile,
  isEdited: (node: ts.Node) => boolean,
): { readonly edits: readonly TextEdit[]; readonly todos: readonly PlacedTodo[] } {
  const found = collect(source, (node) => {
    const name = ts.isImportDeclaration(node) ? undefined : nameOf(node);
    const isImport = ts.isImportSpecifier(node.parent ?? node) || ts.isNamespaceImport(node.parent ?? node);
    return name === undefined || isImport || isEdited(node) ? [] : [{ node, name }];
  });
  const edits: TextEdit[] = [];
  const todos: PlacedTodo[] = [];
  for (const { node, name } of found) {
    const isJudged =
      ts.isBinaryExpression(node.parent) &&
      node.parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
    if (errors.includes(name) && isJudged)
      edits.push({ start: node.getStart(), end: node.getEnd(), text: "AuthError" });
    else
      todos.push({
        offset: node.getStart(),
        why: `${name} has no counterpart here`,
        write: adviceFor[name] ?? 'do without it: start() and finish() of "authwright/oauth" do its work',
      });
  }
  return { edits, todos };
}

const errors = ["OAuth2RequestError", "ArcticFetchError"];

const adviceFor: Readonly<Record<string, string>> = {
  OAuth2Client:
    '{ id: "…", name: "…", type: "oauth", clientId, clientSecret, authorization: "…", token: "…", userinfo: "…" }, an object that start() and finish() of "authwright/oauth" take',
  generateState: 'nothing: start() of "authwright/oauth" makes the state, and `keep` holds it',
  generateCodeVerifier: 'nothing: start() of "authwright/oauth" makes the verifier, and `keep` holds it',
  decodeIdToken: "`profile` of finish(), whose ID token is verified",
  OAuth2Tokens: 'TokenSet of "authwright"',
};

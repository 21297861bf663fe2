/** Uses of what is stricter here than in the packages that an app comes from. */
import { collect } from "../../../../cli/source/syntax/collect.js";
import { memberName, memberOf } from "../init/read.js";
import { keyOf } from "../../../../cli/source/syntax/scopes.js";
import { returnedBy } from "../../../../cli/source/providers/provider-lists.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";

export interface StricterUse {
  readonly kind:
    | "mail"
    | "trustHost"
    | "redirectProxy"
    | "passkey"
    | "plainCookie"
    | "getToken"
    | "session"
    | "getAccount"
    | "mailCode"
    | "linking";
  readonly offset: number;
}

/** @param factories ids of providers by the local name of their import */
export const locateStricter = (
  text: string,
  fileName: string,
  factories: ReadonlyMap<string, string>,
): StricterUse[] =>
  collect(parse(text, fileName), (node) => {
    const kind =
      kindOfMethod(node) ??
      (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
        ? kindOfMember(node)
        : (kindOfProvider(node, factories) ?? kindOfCall(node)));
    return kind ? [{ kind, offset: node.getStart() }] : [];
  });

/** Methods that nothing but a store has. */
const ofStores = ["getUserByAccount", "linkAccount", "getAuthenticator", "createAuthenticator"];

/** `getAccount` of a store of the app's own. Which accounts it finds is told by the store's rows, not by its code. */
function kindOfMethod(node: ts.Node): StricterUse["kind"] | undefined {
  if (!ts.isObjectLiteralElementLike(node) && !ts.isClassElement(node)) return undefined;
  const { parent } = node;
  if (keyOf(node.name) !== "getAccount") return undefined;
  const members = ts.isObjectLiteralExpression(parent)
    ? parent.properties
    : ts.isClassLike(parent)
      ? parent.members
      : [];
  return members.some(({ name }) => ofStores.includes(keyOf(name) ?? "")) ? "getAccount" : undefined;
}

/** A factory in the list, called or not: the name of a call is seen with the call. */
function kindOfProvider(
  node: ts.Node,
  factories: ReadonlyMap<string, string>,
): StricterUse["kind"] | undefined {
  const call = ts.isCallExpression(node) ? node : undefined;
  const factory = call?.expression ?? node;
  if (!ts.isArrayLiteralExpression(node.parent ?? node) || !ts.isIdentifier(factory)) return undefined;
  const id = factories.get(factory.text) ?? "";
  if (mailProviders.test(id)) return "mail";
  const isPasskey = id === "passkey" || id === "webauthn";
  return isPasskey && !memberOf(call?.arguments[0], "allowSignUp") ? "passkey" : undefined;
}

function kindOfCall(node: ts.Node): StricterUse["kind"] | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== "getToken") return undefined;
  const [options] = node.arguments;
  const names = ["cookieName", "secureCookie"];
  return options && !names.some((name) => memberOf(options, name)) ? "getToken" : undefined;
}

const mailProviders =
  /^(?:brevo|email|forwardemail|http-email|loops|mailersend|mailgun|mailjet|nodemailer|plunk|postmark|resend|sendgrid|ses|sparkpost)$/;

/** Members of the options that count, by their value. */
const memberKinds: Readonly<
  Record<string, { readonly kind: StricterUse["kind"]; readonly is: (value: ts.Node) => boolean }>
> = {
  trustHost: { kind: "trustHost", is: (value) => value.kind === ts.SyntaxKind.TrueKeyword },
  redirectProxyUrl: {
    kind: "redirectProxy",
    is: (value) => !ts.isObjectLiteralExpression(value) && value.getText() !== "undefined",
  },
  useSecureCookies: { kind: "plainCookie", is: (value) => value.kind === ts.SyntaxKind.FalseKeyword },
  sessionToken: { kind: "plainCookie", is: hasPlainName },
  generateVerificationToken: {
    kind: "mailCode",
    is: (value) => collect(value, (node) => (isStrong(node) ? [node] : [])).length === 0,
  },
  session: { kind: "session", is: passesOn },
  allowDangerousEmailAccountLinking: {
    kind: "linking",
    is: (value) => value.kind !== ts.SyntaxKind.FalseKeyword,
  },
};

function kindOfMember(node: ts.PropertyAssignment | ts.MethodDeclaration): StricterUse["kind"] | undefined {
  const value = ts.isPropertyAssignment(node) ? unwrap(node.initializer) : node;
  const name = memberName(node) ?? "";
  const known = Object.hasOwn(memberKinds, name) ? memberKinds[name] : undefined;
  return known?.is(value) ? known.kind : undefined;
}

/** `randomUUID()`, `randomBytes(16)` and more. */
function isStrong(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return name === "randomUUID" || (name === "randomBytes" && Number(node.arguments[0]?.getText()) >= 16);
}

function hasPlainName(value: ts.Node): boolean {
  const name = memberOf(value, "name");
  return (
    name !== undefined &&
    ts.isStringLiteralLike(name) &&
    !["__Secure-", "__Host-"].some((one) => name.text.startsWith(one))
  );
}

/** `session({ session }) { return session }`, also with members of its own beside `...session` or `...user`. */
function passesOn(value: ts.Node): boolean {
  const isFunction =
    ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isMethodDeclaration(value);
  if (!isFunction) return false;
  return returnedBy(value).some((one) => {
    const result = unwrap(one);
    return isGiven(result) || (ts.isObjectLiteralExpression(result) && spreads(result));
  });
}

/** `session`, `user`, `params.session` */
function isGiven(node: ts.Node): boolean {
  const isMember = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression);
  const name = isMember ? node.name : node;
  return ts.isIdentifier(name) && ["session", "user"].includes(name.text);
}

const spreads = (object: ts.ObjectLiteralExpression): boolean =>
  object.properties.some((one) => {
    if (ts.isSpreadAssignment(one)) return isGiven(one.expression);
    const value = ts.isPropertyAssignment(one) ? unwrap(one.initializer) : one;
    const isUser = memberName(one) === "user" && (ts.isShorthandPropertyAssignment(one) || isGiven(value));
    return isUser || (ts.isObjectLiteralExpression(value) && spreads(value));
  });

/** Uses of what is stricter here than in the packages that an app comes from. */
import { memberName, memberOf } from "./options.js";
import { returnedBy } from "../../source/provider-lists.js";
import { parse, ts, unwrap, visit } from "../../source/syntax.js";

export interface StricterUse {
  readonly kind:
    | "mail"
    | "trustHost"
    | "redirectProxy"
    | "passkey"
    | "plainCookie"
    | "getToken"
    | "session"
    | "mailCode";
  readonly offset: number;
}

/** @param factories ids of providers by the local name of their import */
export function locateStricter(
  text: string,
  fileName: string,
  factories: ReadonlyMap<string, string>,
): StricterUse[] {
  const found: StricterUse[] = [];
  visit(parse(text, fileName), (node) => {
    const kind =
      ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
        ? kindOfMember(node)
        : kindOfName(node, factories);
    if (kind) found.push({ kind, offset: node.getStart() });
  });
  return found;
}

function kindOfName(node: ts.Node, factories: ReadonlyMap<string, string>): StricterUse["kind"] | undefined {
  const call = ts.isCallExpression(node) ? node : undefined;
  const named = call?.expression ?? node;
  // A factory in the list, called or not: the name of a call is seen with the call.
  const own = ts.isArrayLiteralExpression(node.parent ?? node) && ts.isIdentifier(named) ? named.text : "";
  const id = factories.get(own) ?? "";
  const [options] = call?.arguments ?? [];
  if (id === "passkey" || id === "webauthn") return memberOf(options, "allowSignUp") ? undefined : "passkey";
  if (mailProviders.test(id)) return "mail";
  if (!call || call.expression.getText() !== "getToken" || !options) return undefined;
  return memberOf(options, "cookieName") || memberOf(options, "secureCookie") ? undefined : "getToken";
}

const mailProviders =
  /^(?:brevo|email|forwardemail|http-email|loops|mailersend|mailgun|mailjet|nodemailer|plunk|postmark|resend|sendgrid|ses|sparkpost)$/;

function kindOfMember(node: ts.PropertyAssignment | ts.MethodDeclaration): StricterUse["kind"] | undefined {
  const value = ts.isPropertyAssignment(node) ? unwrap(node.initializer) : node;
  switch (memberName(node)) {
    case "trustHost":
      return value.kind === ts.SyntaxKind.TrueKeyword ? "trustHost" : undefined;
    case "redirectProxyUrl":
      return ts.isObjectLiteralExpression(value) || value.getText() === "undefined"
        ? undefined
        : "redirectProxy";
    case "useSecureCookies":
      return value.kind === ts.SyntaxKind.FalseKeyword ? "plainCookie" : undefined;
    case "sessionToken": {
      const name = memberOf(value, "name");
      const isPlain = name && ts.isStringLiteralLike(name) && !/^__(?:Secure|Host)-/.test(name.text);
      return isPlain ? "plainCookie" : undefined;
    }
    case "generateVerificationToken":
      return /randomUUID\(|randomBytes\((?:1[6-9]|[2-9]\d)\)/.test(value.getText()) ? undefined : "mailCode";
    case "session":
      return passesOn(value) ? "session" : undefined;
    default:
      return undefined;
  }
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

const isGiven = (node: ts.Node): boolean => /^(?:\w+\.)?(?:session|user)$/.test(node.getText());

const spreads = (object: ts.ObjectLiteralExpression): boolean =>
  object.properties.some((one) => {
    if (ts.isSpreadAssignment(one)) return isGiven(one.expression);
    const value = ts.isPropertyAssignment(one) ? unwrap(one.initializer) : one;
    const isUser = memberName(one) === "user" && (ts.isShorthandPropertyAssignment(one) || isGiven(value));
    return isUser || (ts.isObjectLiteralExpression(value) && spreads(value));
  });

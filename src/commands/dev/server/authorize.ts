/** The authorization endpoint of a simulated provider: shows who can sign in, and answers with a code or a refusal. */
import { faceOf } from "./faces.js";
import { profileOf } from "./providers.js";
import { type FaultId, findFault } from "./faults.js";
import type { Grants } from "./grants.js";
import { isLoopbackUrl } from "./loopback.js";
import type { SimulatedUser } from "./users.js";
import { visitOf } from "./token.js";
import { formPostPage, pickerPage, refused } from "./picker-page.js";
import { document, type SimulatedResponse, type SimulatedRequest, redirect } from "./simulate.js";

/** GET shows the picker, POST takes the choice (RFC 6749 section 4.1). */
export function authorize(request: SimulatedRequest, grants: Grants): SimulatedResponse {
  const query = request.url.searchParams;
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  const refusal = refusalOf(request, clientId, redirectUri);
  if (refusal !== undefined) return refused(refusal);

  const scope = query.get("scope") ?? "";
  const { user, fault, isDenied } = choiceOf(request);
  if (isDenied)
    return {
      ...back(request, { error: "access_denied", error_description: "The user refused" }),
      problem: "access_denied: the user refused",
    };
  if (!user) {
    const provider = request.record?.name ?? request.providerId;
    return document(pickerPage({ provider, clientId, redirectUri, scope }, request.users));
  }
  const code = grants.issueCode({
    providerId: request.providerId,
    user,
    clientId,
    redirectUri,
    scope,
    nonce: query.get("nonce") ?? undefined,
    askedAt: query.has("max_age") ? Math.floor(Date.now() / 1000) : undefined,
    challenge: query.get("code_challenge") ?? undefined,
    fault,
    signIn: request.signIn,
  });
  return back(request, { code, ...besideCode(request, user, fault) }, fault);
}

/** What was chosen on the page, and kept for the start page; without a choice, who always signs in. */
export function choiceOf({ form, users, always, signIn }: SimulatedRequest) {
  const user = users.find(form.get("person")) ?? (form.has("deny") ? undefined : always);
  const fault = findFault(form.get("fault"));
  const isDenied = form.has("deny") || (user !== undefined && fault === "deny");
  if (signIn && (user || isDenied)) {
    Object.assign(signIn, { user, fault: isDenied ? "deny" : fault, answered: Date.now() });
  }
  return { user, fault, isDenied };
}

function refusalOf(
  { url: { searchParams: query }, record }: SimulatedRequest,
  clientId: string,
  redirectUri: string,
): string | undefined {
  if (clientId === "") return "The request has no client_id.";
  if (!isLoopbackUrl(redirectUri))
    return "The redirect_uri must be an address of this machine, such as http://localhost:3000/auth/callback/github.";
  if (query.get("response_type") !== "code") return "Only response_type=code is answered.";
  const method = record?.pkceMethod ?? "S256";
  if (query.has("code_challenge") && query.get("code_challenge_method") !== method)
    return `A code_challenge needs code_challenge_method=${method}.`;
  return undefined;
}

/** What some providers send along with the code. */
function besideCode(
  { record, origin }: SimulatedRequest,
  user: SimulatedUser,
  fault: FaultId | undefined,
): Record<string, string> {
  const { fromCallback = [], hostFromCallback } = record?.tokenRequest ?? {};
  const names = fromCallback.filter((name) => name !== "state");
  const profile = profileOf(record, visitOf({ user, clientId: "", scope: "", fault }, origin));
  const posted = (record?.userinfoFromCallback ?? []).filter((name) => profile[name] !== undefined);
  return Object.fromEntries([
    ...names.map((name) => [name, `local-${name}`]),
    ...posted.map((name) => [name, JSON.stringify(profile[name])]),
    ...(hostFromCallback ? [[hostFromCallback.param, `https://${hostFromCallback.hosts.at(-1)}`]] : []),
  ]) as Record<string, string>;
}

function back(request: SimulatedRequest, answer: Record<string, string>, fault?: FaultId): SimulatedResponse {
  const query = request.url.searchParams;
  const redirectUri = query.get("redirect_uri") ?? "";
  const own = new Map(
    Object.entries(request.record?.callbackRename ?? {}).map(([theirs, ours]) => [ours, theirs]),
  );
  const fields = new URLSearchParams(
    Object.entries(answer).map(([name, value]) => [own.get(name) ?? name, value]),
  );
  const state = query.get("state");
  if (state !== null) fields.set("state", state);
  const issuer = answeringIssuer(request);
  if (fault === "wrong-issuer") fields.set("iss", "https://issuer.invalid");
  else if (issuer !== undefined) fields.set("iss", issuer);
  faceOf(request.providerId).sealAnswer?.(fields, request.url);
  if (query.get("response_mode") === "form_post") return document(formPostPage(redirectUri, fields));
  const target = new URL(redirectUri);
  for (const [name, value] of fields) target.searchParams.append(name, value);
  return redirect(target.href);
}

/** Who names itself in the answer (RFC 9207): whoever has one issuer to name. */
export function answeringIssuer({ record, issuer, providerId }: SimulatedRequest): string | undefined {
  if (record && record.issuer === undefined) return undefined;
  return faceOf(providerId).issuers ? undefined : issuer;
}

/** GET (or POST) /callback/:id of an e-mail provider: the link of the mail, good for one sign-in. */
import { AccessDenied, CallbackRouteError } from "../errors.js";
import { empty, type FlowResult } from "../http/flow-result.js";
import { randomId } from "../security/random.js";
import type { ActionRequest } from "../http/action-request.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { emailConfirm } from "./email-confirm.js";
import { storeOf, takeVerificationToken } from "./verification-token.js";

const method = { linking: "address" } as const;

export async function emailCallback(context: FlowContext<EmailConfig>): Promise<FlowResult> {
  const { resolved, provider, request } = context;
  const store = storeOf(resolved);
  // A browser that only looks ahead asks again when the person really goes there.
  if (isPrefetch(request)) return empty(503, { headers: { "cache-control": "no-store" } });
  const body = await request.body();
  const param = (name: string): string | undefined => {
    const value = body?.[name] ?? request.query().get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [token, email] = [param("token"), param("email")];
  if (token === undefined)
    throw new CallbackRouteError("The link has no token", { cause: { provider: provider.id } });
  if (provider.confirm === true && request.method === "GET") return emailConfirm(context, { token, email });

  const invite = await takeVerificationToken(context, provider, token, email);
  const { identifier } = invite;
  try {
    const known = await store.getUserByEmail(identifier);
    const user = known ?? { id: randomId(), email: identifier, emailVerified: null };
    const account = {
      // As the store writes it: it may know the address in another case.
      providerAccountId: user.email || identifier,
      userId: user.id,
      type: "email" as const,
      provider: provider.id,
    };
    return await completeSignIn(context, { method, user, account });
  } catch (error) {
    // No session was made: the link must work once more. A refusal is an answer, and uses it up.
    if (!(error instanceof AccessDenied)) {
      await Promise.resolve(store.createVerificationToken(invite)).catch(() => undefined);
    }
    throw error;
  }
}

function isPrefetch(request: ActionRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = request.header(name)?.toLowerCase() ?? "";
    return value.includes("prefetch") || value.includes("prerender") || value.includes("preview");
  });
}

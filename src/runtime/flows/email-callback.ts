/** GET (or POST) /callback/:id of an e-mail provider: the link of the mail, or its code, good for one sign-in. */
import { CallbackRouteError } from "../errors/index.js";
import { empty, type FlowResult } from "../http/flow-result.js";
import type { ActionRequest } from "../http/action-request.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { emailCode } from "./email-code.js";
import { emailConfirm } from "./email-confirm.js";
import { reconnect } from "./email-reconnect.js";
import { finishEmailSignIn } from "./email-finish.js";
import { storeOf, takeVerificationToken } from "./verification-token.js";

export async function emailCallback(context: FlowContext<EmailConfig>): Promise<FlowResult> {
  const { resolved, provider, request } = context;
  storeOf(resolved);
  // A browser that only looks ahead asks again when the person really goes there.
  if (isPrefetch(request)) return empty(503, { headers: { "cache-control": "no-store" } });
  const body = await request.body();
  if (provider.code === true && body?.["code"] !== undefined) return emailCode(context, body);
  const param = (name: string): string | undefined => {
    const value = body?.[name] ?? request.query().get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [token, email] = [param("token"), param("email")];
  if (token === undefined)
    throw new CallbackRouteError("The link has no token", { cause: { provider: provider.id } });
  const reconnected = await reconnect(context, token);
  if (reconnected !== undefined) return reconnected;
  if (provider.confirm === true && request.method === "GET") return emailConfirm(context, { token, email });

  return finishEmailSignIn(context, await takeVerificationToken(context, provider, token, email), body);
}

function isPrefetch(request: ActionRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = request.header(name)?.toLowerCase() ?? "";
    return value.includes("prefetch") || value.includes("prerender") || value.includes("preview");
  });
}

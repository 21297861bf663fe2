/** Who is at a page of the plugin in a session, and whether the factor was shown lately. */
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { pageWithParams } from "../../security/redirects.js";
import { pageOf, pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { SessionRead } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import type { Owner } from "./owner.js";
import type { TwoFactorUser } from "./options.js";
import { paths } from "./paths.js";
import { isShown } from "./session-factor.js";

/** Seconds for which the factor counts as just shown: for changes to what a user signs in with. */
export const freshSeconds = 300;

export interface Visitor extends Owner {
  readonly own: PluginScope;
  readonly read: SessionRead;
  readonly user: TwoFactorUser;
}

/** @returns undefined: nobody is signed in, or by a session that names no user */
export async function visitorOf(context: FlowContext, own: PluginScope): Promise<Visitor | undefined> {
  const read = await context.sessions.read(context);
  const { session, token } = read;
  const id = read.user?.id ?? token?.sub;
  if (session === null || id === undefined) return undefined;
  const userId = String(id);
  const { name, email } = read.user ?? token ?? {};
  return {
    resolved: context.resolved,
    own,
    userId,
    read,
    user: { id: userId, name, email, isNew: false },
  };
}

/** To the sign-in page and back to where this request leads. */
export const toSignIn = (context: FlowContext, back = context.callbackUrl): FlowResult =>
  redirect(pageWithParams(pageOf(context, "signIn"), { callbackUrl: back }));

/** To a page of the plugin, with the way back. */
export const toPage = (context: FlowContext, path: PluginPath, back = context.callbackUrl): FlowResult =>
  redirect(pageWithParams(pageUrl(context, path), { callbackUrl: back }));

/** Was the factor shown just now? Else the answer that leads there and back. */
export async function staleAnswer(
  context: FlowContext,
  { read, own }: Visitor,
  back: PluginPath,
): Promise<FlowResult | undefined> {
  const isFresh = await isShown({ resolved: context.resolved, read, maxAge: freshSeconds }, own);
  return isFresh ? undefined : toPage(context, paths.confirm, pageUrl(context, back));
}

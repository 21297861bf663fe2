/** What several built-in pages say of the request: who is signed in, which app and provider it is about. */
import { type ActionRequest, isShown } from "../http/action-request.js";
import { appName, type Look } from "../pages/page.js";
import { safeName } from "../safe-values.js";
import type { Names } from "../pages/texts.js";
import { randomHex } from "../security/random.js";
import { withParams } from "../security/redirects.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowContext, RequestScope } from "../types/flow.js";
import type { InternalProvider } from "../types/finished-provider.js";

export const lookOf = ({ theme }: ResolvedConfig, request?: ActionRequest): Look => ({
  theme,
  nonce: randomHex(16),
  hasScript: request !== undefined && isShown(request),
});

/** Name or address of who is signed in, "" when neither is known. A store that is down must not take the page away. */
export async function userLabelOf(context: FlowContext): Promise<string | undefined> {
  if (context.cookieHeader === null) return undefined;
  const user = await context.sessions.shown(context).catch(() => null);
  return user === null ? undefined : safeName(user.email) || safeName(user.name);
}

/** The provider that an error's redirect names, if the app has it. */
export function providerOn({ resolved, request }: FlowContext): InternalProvider | undefined {
  const id = request.query().get("auth_provider");
  return id === null ? undefined : resolved.provider(id);
}

export function namesOf(context: FlowContext): Names {
  const name = safeName(providerOn(context)?.name);
  return {
    app: appName(context.resolved.theme),
    provider: name || "the service that you chose",
    account: name === "" ? "The account that you chose" : `This ${name} account`,
  };
}

/** The page of the app, or the built-in one. */
export function addressOf(
  { resolved, site }: Pick<RequestScope, "resolved" | "site">,
  page: "signIn" | "signOut",
): string {
  return withParams(resolved.pages[page] ?? `${site.base}/${page.toLowerCase()}`, {}, site.origin);
}

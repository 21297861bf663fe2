/** What several built-in pages say of the request: who is signed in, which app and provider it is about. */
import { type ActionRequest, isShown } from "../http/action-request.js";
import { english } from "../pages/english.js";
import { appName, type Look } from "../pages/page.js";
import { safeName } from "../pages/safe-values.js";
import { textOf } from "../pages/text.js";
import type { Names } from "../pages/texts.js";
import { randomHex } from "../security/random.js";
import { withParams } from "../security/redirects.js";
import { pageOf } from "../security/page-url.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowContext, RequestScope } from "../types/flow.js";
import type { LanguageRequest } from "../types/language-host.js";
import type { InternalProvider } from "../types/finished-provider.js";
import { languageOf } from "./language.js";

/** @param request decides about the script; the page is in the language of `asked` */
export function lookOf(
  resolved: ResolvedConfig,
  request: ActionRequest | undefined,
  asked: LanguageRequest | undefined = request,
): Look {
  const language = asked && languageOf(resolved, asked);
  return {
    theme: resolved.theme,
    nonce: randomHex(16),
    hasScript: request !== undefined && isShown(request),
    language,
    text: textOf(language, english),
  };
}

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

/** @param about the provider; default: that of an error's redirect */
export function namesOf(context: FlowContext, look: Look, about = providerOn(context)): Names {
  const { text } = look;
  const provider = safeName(about?.name);
  return {
    text,
    app: appName(look),
    provider: provider || text("theService"),
    account: text(provider === "" ? "theAccount" : "thisAccount", { provider }),
  };
}

/** The page of the app, or the built-in one. */
export const addressOf = (
  place: Pick<RequestScope, "resolved" | "site">,
  page: "signIn" | "signOut",
): string => withParams(pageOf(place, page), {}, place.site.origin);

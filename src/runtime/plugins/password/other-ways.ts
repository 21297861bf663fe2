/** The providers on the page for sign-up: whoever comes by one of them needs no password. */
import { isOAuth, providerRule } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { providerButtons } from "../../pages/sign-in.js";
import { lookOf } from "../../flows/page-facts.js";
import { pageUrl } from "../../security/page-url.js";
import type { PasswordCall } from "./options.js";

interface OtherWays {
  readonly buttons?: Html;
  /** Rules of the providers. */
  readonly css: string;
}

/** What the page has below its form; nothing where no provider has a button. */
export function otherWays({ context }: PasswordCall): OtherWays {
  const { resolved, request, site, csrfToken, callbackUrl } = context;
  const providers = resolved.providers().filter(isOAuth);
  if (providers.length === 0) return { css: "" };
  const { text, language } = lookOf(resolved, request);
  const filling = {
    base: site.base,
    urlOf: (path: `/${string}`) => pageUrl(context, path),
    csrfToken,
    callbackUrl,
    language,
    email: null,
    last: undefined,
    primary: undefined,
  };
  return {
    buttons: html`<hr data-or="${text("or")}" />
      ${providerButtons(providers, filling, text("more"))}`,
    css: providers.map(providerRule).join(""),
  };
}

/** The sign-in page: one form per provider, in the order of the config. */
import type { InternalProvider, OAuthProvider } from "../types/finished-provider.js";
import { isOAuth, lastText, oauthForm, providerRule } from "./forms.js";
import { formEnglish } from "./form-english.js";
import { type Html, html } from "./html.js";
import { headingOf, page, signedInText } from "./page.js";
import type { Filling, SignInPage } from "./provider-form.js";
import { fill, textOf } from "./text.js";
import { membersOf } from "../types/members.js";

/** Providers in two columns, and those that are shown at once; the others are behind "More". */
const columnsFrom = 5;
const moreFrom = 8;
const shownAtOnce = 6;

export function renderSignIn(given: SignInPage): string {
  const { text } = given;
  const shown = given.providers.filter(hasForm);
  const filling: Filling = { ...given, primary: shown.find((provider) => !isOAuth(provider)) };
  const groups = groupsOf(shown).map((group, index) => [
    index > 0 && html`<hr data-or="${text("or")}" />`,
    group.every(isOAuth)
      ? providerButtons(group, filling, text("more"))
      : group.map((provider) => given.forms.get(provider.type)?.form(provider, filling)),
  ]);
  return page(
    {
      ...given,
      title: text("signIn"),
      css: shown.map(providerRule).join(""),
      hasButton: true,
    },
    html`${[...new Set(shown.map(({ type }) => type))].map((type) => given.forms.get(type)?.script?.(given.nonce, given.language))}
      <h1>${headingOf(given, "signInTo", "signIn")}</h1>
      ${given.problem !== undefined && html`<div class="error" role="alert"><p>${given.problem}</p></div>`}
      ${given.userLabel !== undefined && signedIn(given, given.userLabel)} ${groups}
      ${shown.length === 0 && html`<p class="center muted">${text("noWay")}</p>`}`,
  );
}

const signedIn = (given: SignInPage, userLabel: string): Html =>
  html`<p class="center">
    ${signedInText(given, userLabel)}<br />
    ${fill(given.text("goOn"), {
      continue: html`<a href="${given.callbackUrl}">${given.text("continue")}</a>`,
      signOut: html`<a href="${given.signOut}">${given.text("orSignOut")}</a>`,
    })}
  </p>`;

/** Providers without fields of their own start from a form in the app. */
function hasForm(provider: InternalProvider): boolean {
  const { credentials, formFields } = membersOf(provider);
  return Object.keys(credentials ?? formFields ?? [0]).length > 0;
}

const kindOf = (provider: InternalProvider): string => (isOAuth(provider) ? "oauth" : provider.type);

/** Neighbours of one kind. */
function groupsOf(providers: readonly InternalProvider[]): InternalProvider[][] {
  const groups: InternalProvider[][] = [];
  for (const provider of providers) {
    const last = groups.at(-1);
    if (last?.[0] && kindOf(last[0]) === kindOf(provider)) last.push(provider);
    else groups.push([provider]);
  }
  return groups;
}

/** @param more what shows those for which there is no room at once */
export function providerButtons(group: readonly OAuthProvider[], filling: Filling, more: string): Html {
  const columns = group.length >= columnsFrom ? "providers two" : "providers";
  const count = group.length >= moreFrom ? shownAtOnce : group.length;
  const text = textOf(filling.language, formEnglish)("signInWith");
  const grid = (providers: readonly OAuthProvider[]): Html =>
    html`<div class="${columns}">
      ${providers.map((provider) => oauthForm(provider, filling, { text, last: lastText(provider, filling) }))}
    </div>`;
  const rest = group.slice(count);
  if (rest.length === 0) return grid(group);
  const isOpen = rest.some(({ id }) => id === filling.last);
  return html`${grid(group.slice(0, count))}
    <details${isOpen && html` open`}>
      <summary>${more}</summary>
      ${grid(rest)}
    </details>`;
}

/** The pages that a simulated provider shows: who signs in, form posts, refusals. */
import { faults } from "./faults.js";
import { avatar, html, type Markup, page } from "./page.js";
import { document, type SimulatedResponse } from "./simulate.js";
import type { UserDirectory } from "./user-directory.js";
import { fullName, type SimulatedUser } from "./users.js";

export interface PickerText {
  /** The provider that is simulated. */
  readonly provider: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** Who signs in? A plain form that posts to its own address, so scripts can answer it with `person=<id>`. */
export function pickerPage(
  { provider, clientId, redirectUri, scope }: PickerText,
  { list }: Pick<UserDirectory, "list">,
): string {
  return page(
    `Sign in as… (plays ${provider})`,
    html`<h1>Sign in to ${new URL(redirectUri).host}</h1>
      <p>
        This page plays <strong>${provider}</strong> for the client <code>${clientId}</code>. It asks for
        ${scope === "" ? "no scope" : html`<code>${scope}</code>`}.
      </p>
      <form method="post">
        <fieldset>
          <legend>Who are you today?</legend>
          ${list.map(userButton)}
        </fieldset>
        <details>
          <summary>Let something go wrong</summary>
          <label for="fault">In this sign-in (then choose a user)</label>
          <select id="fault" name="fault">
            <option value="">nothing</option>
            ${faults.filter(({ id }) => id !== "deny").map(({ id, label }) => html`<option value="${id}">${label}</option>`)}
          </select>
        </details>
        <button class="deny" name="deny" value="1">Refuse</button>
      </form>`,
  );
}

const userButton = (user: SimulatedUser): Markup =>
  html`<button class="person" name="person" value="${user.id}">
    ${portrait(user)}<span>${fullName(user)}</span>
    <small>${[user.email, user.note].filter(Boolean).join(": ")}</small>
  </button>`;

export const portrait = ({ givenName, familyName, number }: SimulatedUser): Markup =>
  avatar(`${[...givenName][0] ?? ""}${[...familyName][0] ?? ""}`, number % 360);

/** The answer of `response_mode=form_post`: a form that the browser sends on. */
export function formPostPage(action: string, fields: URLSearchParams): string {
  return page(
    "Back to the app",
    html`<h1>Back to the app</h1>
      <form method="post" action="${action}" data-submit>
        ${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Continue</button>
      </form>`,
  );
}

/** A page with the reason, for whoever sits before it. */
export const refused = (reason: string, status = 400): SimulatedResponse => ({
  ...document(
    page(
      "This request can't be answered",
      html`<h1>This request can't be answered</h1>
        <p>${reason}</p>`,
    ),
    status,
  ),
  problem: reason,
});

export const signedOutPage = (provider: string): string =>
  page(
    "Signed out",
    html`<h1>Signed out of ${provider}</h1>
      <p>You can close this page.</p>`,
  );

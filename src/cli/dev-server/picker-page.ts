import { faults } from "./faults.js";
import { avatar, html, type Markup, page } from "./page.js";
import { fullName, people, type Person } from "./users.js";

export interface PickerText {
  /** The provider that is played. */
  readonly provider: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** Who signs in? A plain form that posts to its own address, so scripts can answer it with `person=<id>`. */
export function pickerPage({ provider, clientId, redirectUri, scope }: PickerText): string {
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
          ${people.map(personButton)}
        </fieldset>
        <details>
          <summary>Let something go wrong</summary>
          <label for="fault">In this sign-in</label>
          <select id="fault" name="fault">
            <option value="">nothing</option>
            ${faults.map(({ id, label }) => html`<option value="${id}">${label}</option>`)}
          </select>
        </details>
        <button class="deny" name="deny" value="1">Refuse</button>
      </form>`,
  );
}

const personButton = (person: Person): Markup =>
  html`<button class="person" name="person" value="${person.id}">
    ${portrait(person)}<span>${fullName(person)}</span>
    <small>${person.email}: ${person.note}</small>
  </button>`;

export const portrait = ({ givenName, familyName, number }: Person): Markup =>
  avatar(`${[...givenName][0] ?? ""}${[...familyName][0] ?? ""}`, number % 360);

/** The answer of `response_mode=form_post`: a form that the browser sends on. */
export function formPostPage(action: string, fields: URLSearchParams): string {
  return page(
    "Back to the app",
    html`<h1>Back to the app</h1>
      <form method="post" action="${action}">
        ${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Continue</button>
      </form>`,
  );
}

export const refusalPage = (reason: string): string =>
  page(
    "This request cannot be answered",
    html`<h1>This request cannot be answered</h1>
      <p>${reason}</p>`,
  );

export const homePage = (providers: readonly string[], steps: readonly string[]): string =>
  page(
    "Local identity provider",
    html`<h1>Local identity provider</h1>
      <p>
        It plays ${providers.length} providers by name (${providers.join(", ")}) and any other one by the
        shape of its requests. Start a sign-in in your app to choose a person.
      </p>
      <p>Sign-in links that your app sends by mail: <a href="/mail">caught mails</a></p>
      ${
        steps.length > 0 &&
        html`<details open>
          <summary>What happened</summary>
          <ol>
            ${steps.map((step) => html`<li>${step}</li>`)}
          </ol>
        </details>`
      }`,
  );

export const signedOutPage = (provider: string): string =>
  page(
    "Signed out",
    html`<h1>Signed out of ${provider}</h1>
      <p>You can close this page.</p>`,
  );

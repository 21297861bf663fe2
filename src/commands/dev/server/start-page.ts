/** The first page of `auth dev`: the app's providers, and the sign-ins with what became of them. */
import { faults } from "./faults.js";
import type { CaughtMail } from "./mail-catcher.js";
import { clock, html, type Markup, page } from "./page.js";
import { portrait } from "./picker-page.js";
import { cookieChanges, verdictOf } from "./reasons.js";
import type { ShownParameter, WatchedSignIn, SignInStep } from "./watched-sign-in.js";
import { usersFileName } from "./user-file.js";
import { fullName, type SimulatedUser } from "./users.js";

/** What the configuration of the app says, read without running it. */
export interface AppInUse {
  readonly name: string;
  readonly providers: readonly { readonly id: string; readonly name: string; readonly at: string }[];
  /** What else there is to know, such as what could not be read. */
  readonly notes: readonly string[];
}

export interface StartText {
  readonly app: AppInUse | undefined;
  readonly signIns: readonly WatchedSignIn[];
  readonly mails: readonly CaughtMail[];
  readonly users: readonly SimulatedUser[];
  readonly problems: readonly string[];
  /** Who signs in without being asked for. */
  readonly always: SimulatedUser | undefined;
  /** Why the last user could not be added. */
  readonly refusal?: string;
}

export const startPage = (text: StartText): string =>
  page(
    "auth dev",
    html`<nav><a href="/" aria-current="page">auth dev</a> <a href="/mail">Mails</a></nav>
      <h1>${text.app ? text.app.name : "auth dev"}</h1>
      ${inUse(text.app)}
      <div data-live>
        <section aria-labelledby="sign-ins">
          <h2 id="sign-ins">Sign-ins</h2>
          ${
            text.signIns.length === 0
              ? html`<p>None yet. Sign in to your app, and each step shows here as it happens.</p>`
              : html`<ol class="plain" reversed>
                  ${text.signIns.map(signInItem)}
                </ol>`
          }
        </section>
        <section aria-labelledby="mails">
          <h2 id="mails">Mails</h2>
          <p>
            ${
              text.mails.length === 0
                ? "None yet. Sign-in links that your app sends are caught here."
                : html`${text.mails.length} caught, the last one for <strong>${text.mails[0]?.to}</strong>.`
            }
            <a href="/mail">Caught mails</a>
          </p>
        </section>
      </div>
      ${usersPart(text)}`,
    "wide",
  );

const inUse = (app: AppInUse | undefined): Markup | false =>
  app !== undefined &&
  html`<section aria-labelledby="uses">
    <h2 id="uses">This app uses</h2>
    ${
      app.providers.length > 0 &&
      html`<ul class="chips">
        ${app.providers.map(({ name, at }) => html`<li><strong>${name}</strong> <code>${at}</code></li>`)}
      </ul>`
    }
    ${app.notes.map((note) => html`<p>${note}</p>`)}
  </section>`;

function signInItem(signIn: WatchedSignIn): Markup {
  const { provider, started, user, fault, steps, cookies } = signIn;
  const { state, text } = verdictOf(signIn);
  const changes = cookieChanges(cookies);
  const id = `sign-in-${started}-${signIn.providerId}`;
  const rows: readonly (readonly [string, unknown])[] = [
    ["User", user && `${fullName(user)} ${user.email}`],
    ["Made to fail", fault && (faults.find((one) => one.id === fault)?.label ?? fault)],
    ["Cookies", changes],
  ];
  return html`<li>
    <article class="card ${state}">
      <h3>${provider} <small>${clock(started)}</small></h3>
      <p class="verdict">${words[state]}: ${text}</p>
      <dl>
        ${rows.map(
          ([name, value]) =>
            value &&
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <details id="${id}">
        <summary>${steps.length} steps</summary>
        <ol>
          ${steps.map(stepItem)}
        </ol>
      </details>
    </article>
  </li>`;
}

const words = { waiting: "Waiting", done: "Answered", failed: "Failed" } as const;

const stepItem = ({ at, what, status, parameters, problem }: SignInStep): Markup =>
  html`<li>
    ${clock(at)} <strong>${what}: ${status}</strong>${problem !== undefined && html`, ${problem}`}
    ${
      parameters.length > 0 &&
      html`<dl>
        ${parameters.map(
          ([name, value]: ShownParameter) =>
            html`<div>
              <dt>${name}</dt>
              <dd><code>${value}</code></dd>
            </div>`,
        )}
      </dl>`
    }
  </li>`;

const usersPart = ({ users, problems, always, refusal }: StartText): Markup =>
  html`<section aria-labelledby="users">
    <h2 id="users">Users</h2>
    ${problems.map((problem) => html`<p class="problem" role="alert">${problem}</p>`)}
    ${refusal !== undefined && html`<p class="problem" role="alert">${refusal}</p>`}
    ${always && html`<p><strong>${fullName(always)}</strong> signs in without being asked (<code>--as</code>).</p>`}
    <ul class="users">
      ${users.map(
        (user) =>
          html`<li>
            ${portrait(user)}<span>${fullName(user)}</span>
            <small>${[user.email, user.note].filter(Boolean).join(": ")}</small>
          </li>`,
      )}
    </ul>
    <details id="add" ${{ markup: refusal === undefined ? "" : "open" }}>
      <summary>Add a user for this run</summary>
      <form method="post" action="/users">
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="200" autocomplete="off" required />
        <label for="email">Email</label>
        <input id="email" name="email" type="email" maxlength="200" autocomplete="off" />
        <label><input type="checkbox" name="verified" value="1" checked /> Email is verified</label>
        <label for="roles">Roles, with commas between them</label>
        <input id="roles" name="roles" maxlength="200" autocomplete="off" />
        <button>Add</button>
      </form>
      <p>Users that stay go into <code>${usersFileName}</code> in the project's folder.</p>
    </details>
  </section>`;

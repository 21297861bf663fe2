/** What the account page lists, and the buttons beside it. */
import { addressOf } from "../../flows/page-facts.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { fill, type Say } from "../../pages/text.js";
import type { FlowContext } from "../../types/flow.js";
import { agoText } from "../ago.js";
import { linkable } from "./accounts.js";
import type { overviewOf } from "./download.js";
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import type { TextName } from "./texts.js";

/** Everything that the page shows. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** What the parts of a page are made with. */
export interface Making {
  readonly context: FlowContext;
  readonly text: Say<TextName>;
}

/** One button that sends fields to a route of the page. */
export const action = (
  { context }: Making,
  path: string,
  fields: Readonly<Record<string, string>>,
  label: { readonly text: string; readonly name?: string; readonly isDanger?: true },
): Html =>
  html`<form action="${context.site.base}/account/${path}" method="POST">
    ${csrfField(context)}${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    <button
      type="submit"
      ${label.isDanger && html`class="danger"`}
      ${label.name !== undefined && html`aria-label="${label.name}"`}
    >
      ${label.text}
    </button>
  </form>`;

export function accountsPart(making: Making, { accounts }: Overview): Html {
  const { context, text } = making;
  const { resolved, site } = context;
  const linked = accounts.map((account) => {
    const name = resolved.provider(account.provider)?.name ?? account.provider;
    return html`<li class="row">
      <bdi>${name}</bdi>
      ${action(making, "unlink", { ...account }, { text: text("unlink"), name: text("unlinkOf", { provider: name }) })}
    </li>`;
  });
  const others = linkable(resolved).map(
    ({ id, name }) =>
      html`<li>
        <a class="button" href="${site.base}/account/link?provider=${encodeURIComponent(id)}"
          ><span>${fill(text("link"), { provider: html`<bdi>${name}</bdi>` })}</span></a
        >
      </li>`,
  );
  return html`<h2>${text("accounts")}</h2>
    ${
      accounts.length === 0
        ? html`<p class="muted">${text("noAccounts")}</p>`
        : html`<ul>
            ${linked}
          </ul>`
    }
    <ul>
      ${others}
    </ul>`;
}

export function passkeysPart(making: Making, { passkeys }: Overview): Html | false {
  const { context, text } = making;
  if (passkeys.length === 0) return false;
  const items = passkeys.map(({ id, name }, at) => {
    const label = name ?? text("passkey", { count: at + 1 });
    return html`<li>
      <form action="${context.site.base}/account/passkey-name" method="POST">
        ${csrfField(context)}${hidden("id", id)}
        <div class="field">
          <label for="passkey-${at}">${text("name")}</label>
          <input
            id="passkey-${at}"
            name="name"
            autocomplete="off"
            required
            maxlength="100"
            value="${label}"
          />
        </div>
        <button type="submit">${text("save")}</button>
      </form>
      ${action(making, "passkey-remove", { id }, { text: text("remove"), name: text("removeOf", { passkey: label }) })}
    </li>`;
  });
  return html`<h2>${text("passkeys")}</h2>
    <ul>
      ${items}
    </ul>`;
}

/** "Chrome on Windows" in the language of the page: both are names. */
function deviceText({ text }: Making, device: string | null): string {
  const [browser = "", system] = device?.split(" on ") ?? [];
  if (device === null) return text("unknownDevice");
  return system === undefined ? device : text("device", { browser, system });
}

function sessionLabel(making: Making, { device, addressRange, isCurrent, lastSeen }: SessionInfo): Html {
  const { context, text } = making;
  const name = html`<bdi>${deviceText(making, device)}</bdi>`;
  const seen =
    lastSeen !== null &&
    fill(text("lastSeen"), {
      time: html`<time datetime="${lastSeen.toISOString()}">${agoText(context, lastSeen)}</time>`,
    });
  return html`<span>
    ${isCurrent ? fill(text("thisSession"), { device: name }) : name}
    <span class="muted small"
      >${addressRange !== null && html`<bdi>${addressRange}</bdi>`}${seen && html`${addressRange !== null && " · "}${seen}`}</span
    >
  </span>`;
}

/** The button beside a session, or the way to the page that asks. */
function signOutButton(making: Making, { id, device, isCurrent }: SessionInfo): Html {
  const { context, text } = making;
  if (isCurrent)
    return html`<a class="button" href="${addressOf(context, "signOut")}">${text("signOut")}</a>`;
  const name = text("signOutOf", { device: deviceText(making, device) });
  return action(making, "sessions", { end: id }, { text: text("signOut"), name });
}

export function sessionsPart(making: Making, { sessions }: Overview): Html {
  const { text } = making;
  return html`<h2>${text("sessions")}</h2>
    <ul>
      ${sessions.map((session) => html`<li class="row">${sessionLabel(making, session)} ${signOutButton(making, session)}</li>`)}
    </ul>
    ${
      sessions.some(({ isCurrent }) => !isCurrent) &&
      action(making, "sessions", { end: "others" }, { text: text("signOutOthers") })
    }
    ${action(making, "sessions", { end: "all" }, { text: text("signOutAll") })}`;
}

/** What the account page lists, and the buttons beside it. */
import { addressOf } from "../../flows/page-facts.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import type { FlowContext } from "../../types/flow.js";
import { linkable } from "./accounts.js";
import type { overviewOf } from "./download.js";
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import type { TextName } from "./texts.js";

/** Everything that the page shows. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** What the parts of a page are made with. */
export interface Making {
  readonly context: FlowContext;
  readonly text: (name: TextName) => string;
}

/** One button that sends fields to a route of the page. */
export const action = (
  { context }: Making,
  path: string,
  fields: Readonly<Record<string, string>>,
  label: { readonly text: string; readonly of?: string; readonly isDanger?: true },
): Html =>
  html`<form action="${context.site.base}/account/${path}" method="POST">
    ${csrfField(context)}${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    <button
      type="submit"
      ${label.isDanger && html`class="danger"`}
      ${label.of !== undefined && html`aria-label="${label.text} ${label.of}"`}
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
      <bdi>${name}</bdi> ${action(making, "unlink", { ...account }, { text: text("unlink"), of: name })}
    </li>`;
  });
  const others = linkable(resolved).map(
    ({ id, name }) =>
      html`<li>
        <a class="button" href="${site.base}/account/link?provider=${encodeURIComponent(id)}"
          ><span>${text("link")} <bdi>${name}</bdi></span></a
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
    const label = name ?? `${text("passkey")} ${at + 1}`;
    return html`<li>
      <form action="${context.site.base}/account/passkey-name" method="POST">
        ${csrfField(context)}${hidden("id", id)}
        <div class="field">
          <label for="passkey-${at}">${text("name")}</label>
          <input id="passkey-${at}" name="name" required maxlength="100" value="${label}" />
        </div>
        <button type="submit">${text("save")}</button>
      </form>
      ${action(making, "passkey-remove", { id }, { text: text("remove"), of: label })}
    </li>`;
  });
  return html`<h2>${text("passkeys")}</h2>
    <ul>
      ${items}
    </ul>`;
}

export function sessionsPart(making: Making, { sessions }: Overview): Html {
  const { context, text } = making;
  const label = ({ device, addressRange, isCurrent, lastSeen }: SessionInfo): Html =>
    html`<span>
      <bdi>${device ?? text("unknownDevice")}</bdi>${isCurrent && ` (${text("thisSession")})`}
      <span class="muted small"
        >${addressRange}${
          lastSeen !== null &&
          html` ${addressRange !== null && "· "}${text("lastSeen")}
            <time datetime="${lastSeen.toISOString()}"
              >${lastSeen.toISOString().slice(0, 16).replace("T", " ")} UTC</time
            >`
        }</span
      >
    </span>`;
  return html`<h2>${text("sessions")}</h2>
    <ul>
      ${sessions.map(
        (session) =>
          html`<li class="row">
            ${label(session)}
            ${
              session.isCurrent
                ? html`<a class="button" href="${addressOf(context, "signOut")}">${text("signOut")}</a>`
                : action(
                    making,
                    "sessions",
                    { end: session.id },
                    { text: text("signOut"), of: session.device ?? text("unknownDevice") },
                  )
            }
          </li>`,
      )}
    </ul>
    ${
      sessions.some(({ isCurrent }) => !isCurrent) &&
      action(making, "sessions", { end: "others" }, { text: text("signOutOthers") })
    }
    ${action(making, "sessions", { end: "all" }, { text: text("signOutAll") })}`;
}

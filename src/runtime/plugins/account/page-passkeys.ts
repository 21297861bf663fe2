/** The passkeys on the account page: their names, the button that adds one, and the card that offers it. */
import { type Html, html } from "../../pages/html.js";
import { hidden } from "../../pages/forms.js";
import { inlineScript } from "../../pages/script.js";
import { withParams } from "../../security/redirects.js";
import type { FlowContext } from "../../types/flow.js";
import type { PasskeyFlows } from "../../types/provider-parts.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import { countKeptWays } from "./ways-in.js";
import { accountUrl, action, ago, drawing, formTo, join, type Making, type Overview } from "./page-parts.js";

/** The provider, and what it brings along. */
export interface PasskeyParts {
  readonly provider: WebAuthnConfig;
  readonly flows: PasskeyFlows;
}

/** undefined: the configuration has no passkeys. */
export async function passkeyPartsOf({ resolved }: FlowContext): Promise<PasskeyParts | undefined> {
  const provider = resolved.providers("webauthn")[0];
  const flows = await provider?.flows?.();
  return provider && flows && { provider, flows };
}

function addForm(
  { context, look }: Making,
  { provider, flows }: PasskeyParts,
  shown: Readonly<Record<"isAdded" | "isPrimary" | "hasText", boolean>>,
): Html {
  const { csrfToken, site } = context;
  const callbackUrl = withParams(accountUrl(context), flows.addedMark, site.origin);
  return flows.addForm(provider, {
    base: site.base,
    csrfToken,
    callbackUrl,
    language: look.language,
    ...shown,
  });
}

export function passkeysPart(making: Making, { passkeys }: Overview, parts: PasskeyParts): Html {
  const { context, text } = making;
  const isEmpty = passkeys.length === 0;
  const isAdded = !isEmpty && parts.flows.isAdded(context);
  return html`<section id="passkeys">
    <h2>${text("passkeys")}</h2>
    ${
      !isEmpty &&
      html`<ul class="rows">
          ${passkeys.map((passkey, at) => html`<li>${passkeyRow(making, passkey, at)}</li>`)}
        </ul>
        <p class="muted small">${text("removeEnds")}</p>`
    }
    <div class="add">${addForm(making, parts, { isAdded, isPrimary: false, hasText: isEmpty })}</div>
  </section>`;
}

function passkeyRow(making: Making, passkey: Overview["passkeys"][number], at: number): Html {
  const { context, text } = making;
  const { id, name, addedAt, lastUsed } = passkey;
  const label = name ?? text("passkey", { count: at + 1 });
  const rename = formTo(context, "passkey-name");
  const dates = [
    addedAt !== null && ago(making, "added", addedAt),
    lastUsed !== null && ago(making, "lastUsed", lastUsed),
  ];
  return html`<div class="row">
      ${drawing("key")}
      <span><bdi>${label}</bdi><span class="muted small">${join(dates, " · ")}</span></span>
      ${action(making, "passkey-remove", { id }, { text: text("remove"), name: text("removeOf", { passkey: label }) })}
    </div>
    <details>
      <summary aria-label="${text("renameOf", { passkey: label })}">${text("rename")}</summary>
      <form class="line" action="${rename.action}" method="POST">
        ${rename.fields}${hidden("id", id)}
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
    </details>`;
}

/**
 * Offers a passkey to who signs in by password or mail, until it is dismissed in this browser. The script shows it: without
 * one nobody can add any.
 */
export async function offerPart(
  making: Making,
  { user, accounts, passkeys }: Overview,
  parts: PasskeyParts,
): Promise<Html | false> {
  const { context, text } = making;
  if (passkeys.length > 0) return false;
  // What plugins keep is typed, and so is the address for a mail.
  if (accounts.length > 0 && (await countKeptWays(context.resolved, user.id)) === 0) return false;
  return html`<aside class="offer" data-offer hidden>
    <h2>${text("offer")}</h2>
    ${addForm(making, parts, { isAdded: false, isPrimary: true, hasText: true })}
    <button type="button">${text("notNow")}</button>
  </aside>`;
}

const offerScript = `
const card = document.querySelector("[data-offer]");
const key = "authwright.no-passkey";
try {
  card.hidden = !globalThis.PublicKeyCredential || localStorage.getItem(key) !== null;
  card.querySelector("[type=button]").addEventListener("click", () => {
    card.hidden = true;
    localStorage.setItem(key, "1");
  });
} catch {}
`;

export const passkeyScripts = ({ look }: Making, { flows }: PasskeyParts, hasOffer: boolean): Html | false =>
  look.hasScript &&
  html`${flows.script(look.nonce, look.language)}${hasOffer && inlineScript(look.nonce, offerScript, [])}`;

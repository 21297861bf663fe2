/** How the user signs in: accounts, what plugins keep, and what can be added. */
import { providerRule, signOf } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { fill } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import { pageWithParams } from "../../security/redirects.js";
import type { FlowContext } from "../../types/flow.js";
import { linkable } from "./accounts.js";
import { action, ago, type Making, type Overview } from "./page-parts.js";

/** Colours of the marks. */
export const waysCss = ({ context }: Making): string => linkable(context.resolved).map(providerRule).join("");

/** As the sign-in page has it; a provider that the configuration lacks by now has none. */
function accountSign({ context }: Making, id: string): Html | false {
  const provider = linkable(context.resolved).find((each) => each.id === id);
  return provider !== undefined && signOf(provider);
}

const linkUrl = (context: FlowContext, provider: string): string =>
  pageWithParams(pageUrl(context, "/account/link"), { provider });

/** @param told what other plugins say, behind the accounts */
export function waysPart(making: Making, overview: Overview, told: readonly Html[]): Html {
  const { text } = making;
  const { accounts } = overview;
  const rows = [...accounts.map((account) => accountRow(making, account)), ...told];
  return html`<section>
    <h2>${text("accounts")}</h2>
    ${
      rows.length > 0
        ? html`<ul class="rows">
            ${rows}
          </ul>`
        : html`<p class="muted small">${text("noAccounts")}</p>`
    }
    ${accounts.length > 0 && html`<p class="muted small">${text("unlinkEnds")}</p>`}
    ${links(making, overview)}
  </section>`;
}

function accountRow(making: Making, account: Overview["accounts"][number]): Html {
  const { context, text } = making;
  const { provider, providerAccountId, lastUsed, isHeld } = account;
  const name = context.resolved.provider(provider)?.name ?? provider;
  const fields = { provider, providerAccountId };
  return html`<li class="row">
    ${accountSign(making, provider)}
    <span>
      <bdi>${name}</bdi>
      ${isHeld && html`<span class="muted small">${text("notConfirmed")}</span>`}
      ${lastUsed !== null && html`<span class="muted small">${ago(making, "lastUsed", lastUsed)}</span>`}
    </span>
    ${action(making, "unlink", fields, { text: text("unlink"), name: text("unlinkOf", { provider: name }) })}
  </li>`;
}

/** Those that the user lacks come first: of others there may be a second account. */
function links({ context, text }: Making, { accounts }: Overview): Html | false {
  const { resolved } = context;
  const isLinked = (id: string): boolean => accounts.some(({ provider }) => provider === id);
  const all = linkable(resolved);
  if (all.length === 0) return false;
  const label = (id: string): string => text(isLinked(id) ? "linkMore" : "link");
  const others = [...all.filter(({ id }) => !isLinked(id)), ...all.filter(({ id }) => isLinked(id))];
  return html`<ul class="ways">
    ${others.map(
      (provider) =>
        html`<li>
          <a class="button" href="${linkUrl(context, provider.id)}"
            >${signOf(provider)}<span
              >${fill(label(provider.id), { provider: html`<bdi>${provider.name}</bdi>` })}</span
            ></a
          >
        </li>`,
    )}
  </ul>`;
}

/** How the user signs in: accounts, the password, the second step, and what can be added. */
import { providerRule, signOf } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { fill } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import { pageWithParams } from "../../security/redirects.js";
import type { FlowContext } from "../../types/flow.js";
import { linkable } from "./accounts.js";
import { action, ago, drawing, join, type Making, type Overview, toPage } from "./page-parts.js";

/** Colours of the marks. */
export const waysCss = ({ context }: Making): string => linkable(context.resolved).map(providerRule).join("");

/** As the sign-in page has it; a provider that the configuration lacks by now has none. */
function accountSign({ context }: Making, id: string): Html | false {
  const provider = linkable(context.resolved).find((each) => each.id === id);
  return provider !== undefined && signOf(provider);
}

const linkUrl = (context: FlowContext, provider: string): string =>
  pageWithParams(pageUrl(context, "/account/link"), { provider });

export function waysPart(making: Making, overview: Overview): Html {
  const { text } = making;
  const { accounts, password, secondFactor } = overview;
  const rows = [
    ...accounts.map((account) => accountRow(making, account)),
    password !== null && passwordRow(making, password),
    secondFactor !== null && factorRow(making, secondFactor),
  ];
  return html`<section>
    <h2>${text("accounts")}</h2>
    ${
      rows.some((row) => row !== false)
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

function passwordRow(making: Making, { isSet, changedAt }: NonNullable<Overview["password"]>): Html {
  const { text } = making;
  const state = isSet === false ? text("noPassword") : changedAt && ago(making, "changed", changedAt);
  const [path, label] =
    isSet === false
      ? (["/password/forgot", "setPassword"] as const)
      : (["/password/change", "changePassword"] as const);
  return html`<li class="row">
    ${drawing("password")}
    <span>${text("password")}${state !== null && html`<span class="muted small">${state}</span>`}</span>
    ${toPage(making, path, { text: text(label) })}
  </li>`;
}

function factorRow(making: Making, factor: NonNullable<Overview["secondFactor"]>): Html {
  const { text } = making;
  const { isOn, recoveryCodesLeft: count } = factor;
  const label = text(isOn ? "manage" : "setUp");
  return html`<li class="row">
    ${drawing("secondFactor")}
    <span>
      ${join([
        text("secondFactor"),
        html`<span class="${isOn ? "state on" : "state"}">${text(isOn ? "on" : "off")}</span>`,
      ])}
      ${isOn && html`<span class="muted small">${text("codesLeft", { count })}</span>`}
    </span>
    ${toPage(making, isOn ? "/two-factor/manage" : "/two-factor/set-up", { text: label, name: `${text("secondFactor")}: ${label}` })}
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

/** The sessions on the account page, and the buttons beside them. */
import { addressOf } from "../../flows/page-facts.js";
import { languageOf } from "../../flows/language.js";
import { type Html, html } from "../../pages/html.js";
import { fill } from "../../pages/text.js";
import type { SessionInfo, SessionPlace } from "../../server-functions/plugin-functions.js";
import { action, ago, join, type Making, type Overview } from "./page-parts.js";

/** "Chrome on Windows" in the language of the page: both are names. */
function deviceText({ text }: Making, device: string | null): string {
  const [browser = "", system] = device?.split(" on ") ?? [];
  if (device === null) return text("unknownDevice");
  return system === undefined ? device : text("device", { browser, system });
}

/** "Berlin, Germany", or the one of them that is known. */
function placeText({ context, text }: Making, { city, country }: SessionPlace): Html | undefined {
  const { locale = "en" } = languageOf(context.resolved, context.request) ?? {};
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const [inCity, inCountry] = [city, country && names.of(country)].map((name) =>
    name ? html`<bdi>${name}</bdi>` : undefined,
  );
  if (inCity === undefined || inCountry === undefined) return inCity ?? inCountry;
  return html`${fill(text("place"), { city: inCity, country: inCountry })}`;
}

function sessionLabel(making: Making, session: SessionInfo): Html {
  const { device, place, addressRange, isCurrent, lastSeen } = session;
  const { text } = making;
  const shown = deviceText(making, device);
  // It is a phrase of the page's language, though it may begin with a name in other letters.
  const { resolved, request } = making.context;
  const isTurned = languageOf(resolved, request)?.direction === "rtl";
  const name = isTurned ? html`<bdi dir="rtl">${shown}</bdi>` : html`<bdi>${shown}</bdi>`;
  const where = place && placeText(making, place);
  const label = where === undefined ? name : html`${join([name, where], " · ")}`;
  const facts = [
    addressRange !== null && html`<bdi>${addressRange}</bdi>`,
    lastSeen !== null && ago(making, "lastSeen", lastSeen),
  ];
  return html`<span>
    ${isCurrent ? fill(text("thisSession"), { device: label }) : label}
    <span class="muted small">${join(facts, " · ")}</span>
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

/** Sessions that are shown at once, where there are many. */
const shownAtOnce = 6;

export function sessionsPart(making: Making, { sessions }: Overview): Html {
  const { text } = making;
  // The one in which the page is open first: it must not be behind "more".
  const ordered = [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const count = ordered.length > shownAtOnce + 1 ? shownAtOnce : ordered.length;
  const list = (shown: readonly SessionInfo[]): Html =>
    html`<ul class="rows">
      ${shown.map((session) => html`<li class="row">${sessionLabel(making, session)} ${signOutButton(making, session)}</li>`)}
    </ul>`;
  const rest = ordered.slice(count);
  return html`<section>
    <h2>${text("sessions")}</h2>
    ${list(ordered.slice(0, count))}
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${text("showMore", { count: rest.length })}</summary>
        ${list(rest)}
      </details>`
    }
    <div class="actions">
      ${
        sessions.some(({ isCurrent }) => !isCurrent) &&
        action(making, "sessions", { end: "others" }, { text: text("signOutOthers") })
      }
      ${action(making, "sessions", { end: "all" }, { text: text("signOutAll") })}
    </div>
  </section>`;
}

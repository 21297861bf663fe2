/** What stands above everything else of a page for as long as it is true. */
import { type Html, html } from "../../pages/html.js";
import { actionOf } from "./actions.js";
import type { Drawing } from "./drawing.js";
import type { Bar } from "./page-model.js";
import { barCss } from "./style.js";

export const barOf = (drawing: Pick<Drawing, "csrfToken">, { text, action }: Bar): Html =>
  html`<div class="bar">
    <p>${text}</p>
    ${action && actionOf(drawing, action)}
  </div>`;

/** The frame of every page has both once, in front of anything that somebody has written: that is escaped. */
const endOfStyle = "</style>";
const card = '<div class="card">';

/**
 * Puts a bar on top of a page that is drawn already, whatever has drawn it.
 *
 * @param document as it is sent; one that is no page of ours stays as it is
 */
export function withBar(document: string, bar: Bar, drawing: Pick<Drawing, "csrfToken">): string {
  const [rules, content] = [document.indexOf(endOfStyle), document.indexOf(card) + card.length];
  if (rules === -1 || content < rules) return document;
  return (
    document.slice(0, rules) +
    barCss +
    document.slice(rules, content) +
    barOf(drawing, bar).text +
    document.slice(content)
  );
}

/** A page as a document, of its model alone. Loaded with the first such page. */
import { html } from "../../pages/html.js";
import { type Look, page } from "../../pages/page.js";
import { textOf } from "../../pages/text.js";
import { addressFor } from "./actions.js";
import { barOf } from "./bar.js";
import { copyScript } from "./copy-script.js";
import { type Drawing, fieldId } from "./drawing.js";
import type { PageModel, Section } from "./page-model.js";
import { sectionOf } from "./sections.js";
import { barCss, kitCss, wideCss } from "./style.js";
import { texts } from "./texts.js";

export { withBar } from "./bar.js";

/**
 * @param look theme, language, nonce, and whether a browser shows it
 * @throws TypeError where a link or a form leads to what is no address
 */
export function renderPage(model: PageModel, look: Look): string {
  const { title, text, bar, sections, back, csrfToken } = model;
  const kitText = textOf(look.language, texts, "page-kit");
  const drawing: Drawing = { csrfToken, text: kitText, focused: firstProblem(sections) };
  const hasSecret = sections.some(({ kind }) => kind === "secret");
  const hasList = sections.some(({ kind }) => kind === "list");
  const content = html`${bar && barOf(drawing, bar)}
    <h1>${title}</h1>
    ${text !== undefined && html`<p class="center">${text}</p>`}
    ${sections.map((section, at) => sectionOf(drawing, section, at))}
    ${back && html`<p class="back"><a href="${addressFor(back.to)}">${back.label}</a></p>`}
    ${hasSecret && look.hasScript && copyScript(look.nonce, kitText("copied"))}`;
  const css = [kitCss, bar && barCss, hasList && wideCss].filter(Boolean).join("\n");
  return page({ title, ...look, css, hasButton: true }, content);
}

/** The id of the first field with a problem: there the person goes on. */
function firstProblem(sections: readonly Section[]): string | undefined {
  const ids = sections.flatMap((section, at) => {
    if (section.kind === "form")
      return section.fields.flatMap(({ name, problem }) =>
        problem === undefined ? [] : [fieldId(at, name)],
      );
    return section.kind === "confirmation" && section.problem !== undefined ? [fieldId(at, "confirm")] : [];
  });
  return ids[0];
}

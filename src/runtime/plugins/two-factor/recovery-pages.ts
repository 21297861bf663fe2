/** The pages that show recovery codes: on paper, too. */
import { hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import type { PluginPath } from "../../types/flow.js";
import type { PluginPage } from "../host/plugin.js";
import { type Drawn, form, pageOf } from "./pages.js";
import { recoveryScript } from "./recovery-script.js";
import { say } from "./say.js";

/** On paper in black on white, without what can only be pressed. */
const codesCss = `.tools{display:flex;flex-wrap:wrap;gap:.5rem}
.tools button{flex:1;width:auto;overflow-wrap:normal;min-height:2.5rem;padding:.375rem .75rem;font-size:.875rem}
.said{min-height:1.25rem;margin:.5rem 0 .75rem}
@media print{body{--page:#fff;--card:#fff;--text:#000;--muted:#000;display:block;min-height:0;padding:0;color-scheme:light}.card{border:0;box-shadow:none}form,.tools,.button,.said,.unprinted{display:none}.codes{font-size:1.25rem}}`;

/** The buttons do nothing without the script, which shows them. */
const codeList = (drawn: Drawn, codes: readonly string[]): Html =>
  html`<ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <div class="tools" hidden>
      <button type="button" data-do="copy">${say(drawn, "copy")}</button>
      <button type="button" data-do="save">${say(drawn, "download")}</button>
      <button type="button" data-do="print">${say(drawn, "print")}</button>
    </div>
    <p class="center small muted said" role="status"></p>`;

const withScript = (drawn: Drawn, page: PluginPage): PluginPage => ({
  ...page,
  css: `${page.css}${codesCss}`,
  script: (nonce) => recoveryScript(nonce, say(drawn, "copied")),
});

export function saveCodesPage(
  drawn: Drawn,
  {
    codes,
    sealed,
    path,
  }: { readonly codes: readonly string[]; readonly sealed: string; readonly path: PluginPath },
): PluginPage {
  const page = pageOf(
    drawn,
    "saveTitle",
    html`<p class="center">${say(drawn, "saveText")}</p>
      ${codeList(drawn, codes)}
      <p class="center unprinted">${say(drawn, "saveNext")}</p>
      ${form(
        drawn,
        path,
        html`${hidden("enrolment", sealed)}
          <button type="submit" class="primary">${say(drawn, "saved")}</button>`,
      )}`,
  );
  return withScript(drawn, page);
}

export function newCodesPage(drawn: Drawn, codes: readonly string[], back: string): PluginPage {
  const page = pageOf(
    drawn,
    "newTitle",
    html`<p class="center">${say(drawn, "newText")}</p>
      ${codeList(drawn, codes)} <a class="button primary" href="${back}">${say(drawn, "back")}</a>`,
  );
  return withScript(drawn, page);
}

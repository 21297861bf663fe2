/** The button in `app.vue` or the default layout: `auth init --layout`. */
import { insertElement } from "../../../cli/edit/component-file.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { hasElement, markupOf, vueTemplate } from "../../../cli/source/syntax/component-markup.js";
import { memberAt } from "../../../cli/source/syntax/probes.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";

/**
 * Makes `<AuthBar />` the first of what a component shows.
 * @param config the text of nuxt.config, which can look for components elsewhere
 */
export function addToTemplate({ file, text }: SourceText, config: string): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const markup = markupOf(text);
  if (hasElement(markup, "AuthBar", "auth-bar")) return { kind: "edits", edits: [] };
  const template = vueTemplate(markup);
  if (template === undefined) return manual(0, "there is no <template> in it");
  const { start, first, firstInRoot } = template;
  if (first === undefined)
    return manual(start, "its <template> is written in another language, or elsewhere");
  if (memberAt(config, ["components"]) !== undefined)
    return manual(start, "nuxt.config says where components are: this one may need an import");
  // A layout has one root, by which its transition finds it; `app.vue` needs none.
  const at = file.endsWith("app.vue") ? first : firstInRoot;
  return at === undefined
    ? manual(first, "it does not begin with an element of HTML")
    : { kind: "edits", edits: [insertElement(text, at, "<AuthBar />")] };
}

/**
 * What the pages do with JavaScript, as text: a browser runs it as it stands here. Without it they work as well.
 * A form is sent once, and its button says that it is on its way; a password can be shown; a field that the form
 * cannot do without is asked for before the form leaves. (A page that comes back from the browser's memory starts anew.)
 */
import { Html, html } from "./html.js";

const script = `
for (const form of document.forms) {
  const button = form.querySelector("[type=submit]");
  const busy = (on) => on ? button.setAttribute("aria-busy", "true") : button.removeAttribute("aria-busy");
  for (const field of form.querySelectorAll("[aria-required]")) field.required = true;
  for (const field of form.querySelectorAll("[type=password]")) {
    const show = Object.assign(document.createElement("button"), { type: "button", textContent: texts[0], ariaDescription: field.labels[0].textContent });
    show.onclick = () => {
      const on = field.type === "password";
      field.type = on ? "text" : "password";
      show.textContent = texts[Number(on)];
    };
    field.after(show);
  }
  form.addEventListener("submit", (event) => {
    if (button.ariaBusy) event.preventDefault();
    else if (!form.dataset.passkey) busy(true);
  });
  addEventListener("pageshow", () => busy(false));
}
`;

// In a tagged template it would be what bundlers take for the end of the script that they write into.
const end = new Html("</script>");

/**
 * A script of ours; as a module it runs when the page is parsed, wherever it stands.
 *
 * @param texts what it shows, as its `texts`
 */
export function inlineScript(nonce: string, text: string, texts: readonly string[]): Html {
  // Nothing in a text ends the script.
  const data = JSON.stringify(texts).replaceAll("<", "\\u003c");
  return html`<script type="module" nonce="${nonce}">
    const texts=${new Html(data)};${new Html(text)};
  ${end}`;
}

/** @param texts to show a password, and to hide it */
export const pageScript = (nonce: string, texts: readonly string[]): Html =>
  inlineScript(nonce, script, texts);

/**
 * What the one form does with JavaScript, as text: a browser runs it as it stands here. Without it the form works as
 * well. A link needs an address, so that field alone is asked for; a user name shows no button for links; the button
 * that was pressed says that it is on its way; a passkey that may be new gets the address of the one field.
 */
import type { Html } from "../../pages/html.js";
import { inlineScript } from "../../pages/script.js";

const script = `
const form = document.querySelector("[data-one-form]");
const name = form.elements.email;
const [button, link] = form.querySelectorAll("[type=submit]");
if (link) {
  link.onclick = (event) => name.reportValidity() || event.preventDefault();
  const see = () => link.hidden = name.type === "text" && name.value !== "" && !name.value.includes("@");
  name.addEventListener("input", see);
  see();
  // Behind the script of all pages, which knows the first button alone.
  document.addEventListener("submit", (event) => {
    if (event.submitter !== link) return;
    if (link.ariaBusy) event.preventDefault();
    button.removeAttribute("aria-busy");
    link.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => link.removeAttribute("aria-busy"));
}
const passkey = document.getElementById(form.dataset.oneForm);
if (passkey) {
  const copy = Object.assign(document.createElement("input"), { type: "hidden", name: "email" });
  copy.dataset.formField = "";
  passkey.append(copy);
  passkey.addEventListener("submit", () => copy.value = name.value, true);
}
`;

export const oneFormScript = (nonce: string): Html => inlineScript(nonce, script, []);

/** Copies the key of a new authenticator app. Without JavaScript its button is hidden. */
import type { Html } from "../../pages/html.js";
import { inlineScript } from "../../pages/script.js";

const script = `
const button = document.querySelector("[data-copy]");
button.hidden = !navigator.clipboard;
button.addEventListener("click", async () => {
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = texts[0];
});
`;

/** @param copied what the button says when the key was copied */
export const copyScript = (nonce: string, copied: string): Html => inlineScript(nonce, script, [copied]);

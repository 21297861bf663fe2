/** Copies what a button stands beside. Without JavaScript the button is hidden, and the text can be marked. */
import type { Html } from "../../pages/html.js";
import { inlineScript } from "../../pages/script.js";

const script = `
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = texts[0];
  });
}
`;

/** @param copied what a button says when its text was copied */
export const copyScript = (nonce: string, copied: string): Html => inlineScript(nonce, script, [copied]);

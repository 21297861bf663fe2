/**
 * Copies, saves and prints the recovery codes that the page shows. Without JavaScript its buttons are hidden. The codes
 * stay in the page: the address of the file names nothing, and ends when it was saved.
 */
import type { Html } from "../../pages/html.js";
import { inlineScript } from "../../pages/script.js";

const script = `
const tools = document.querySelector(".tools");
const text = [...document.querySelectorAll(".codes code")].map((each) => each.textContent).join("\\n") + "\\n";
const run = {
  copy: async () => {
    await navigator.clipboard.writeText(text);
    document.querySelector("[role=status]").textContent = texts[0];
  },
  save: () => {
    const file = new Blob([document.title + "\\n" + location.host + "\\n\\n" + text], { type: "text/plain" });
    const href = URL.createObjectURL(file);
    const name = "recovery-codes-" + location.host.replace(/[^\\w.-]/g, "-") + ".txt";
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
  },
  print: () => print(),
};
for (const button of tools.children) button.onclick = run[button.dataset.do];
// Browsers offer it on https alone.
if (!navigator.clipboard) tools.firstElementChild.hidden = true;
tools.hidden = false;
`;

/** @param copied what is said when they were copied */
export const recoveryScript = (nonce: string, copied: string): Html => inlineScript(nonce, script, [copied]);

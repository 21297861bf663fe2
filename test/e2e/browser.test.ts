import { expect, it } from "vitest";
import { launchBrowser } from "../support/chromium.js";

it("a browser starts, and FM-01: its letters are those that came with it", async () => {
  const problem = process.env["AUTHWRIGHT_NO_BROWSER"];
  if (problem !== undefined) throw new Error(problem);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent("<p>Sign in</p>");
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("DOM.enable");
    await protocol.send("CSS.enable");
    const { root } = await protocol.send("DOM.getDocument");
    const { nodeId } = await protocol.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
    const { fonts } = await protocol.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.map(({ familyName }) => familyName)).toEqual(["Open Sans"]);
  } finally {
    await browser.close();
  }
});

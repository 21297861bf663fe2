import { chromium, type Browser } from "playwright-core";
import { inject } from "vitest";

/** A real Chromium, with the letters that come with it: a page looks alike on every machine. */
export async function launchBrowser(): Promise<Browser> {
  const options = inject("browser");
  if (typeof options === "string") throw new Error(options);
  return chromium.launch(options);
}

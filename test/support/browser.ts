import { chromium, type Browser } from "playwright-core";

/** A real Chromium: the npm package on Linux, the installed Chrome elsewhere. */
export async function launchBrowser(): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (process.platform !== "linux") return chromium.launch({ channel: "chrome", args });
  const { default: packaged } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packaged.executablePath(), args });
}

import { chromium, type Browser } from "playwright-core";

/**
 * A real Chromium: the npm package on Linux, the installed Chrome elsewhere.
 * @param env what its environment has beside that of this process
 */
export async function launchBrowser(env: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (process.platform !== "linux")
    return chromium.launch({ channel: "chrome", args, env: { ...process.env, ...env } });
  const { default: packaged } = await import("@sparticuz/chromium");
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args,
    env: { ...process.env, ...env },
  });
}

import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf } from "../../support/browser.js";

/** @returns the cookies of a user who has signed in with the rotating server */
export async function signIn(config: AuthConfig, browser = new Browser(coreApp(config))): Promise<string> {
  const start = new URL(locationOf(await browser.startSignIn("rot")));
  const query = new URLSearchParams({ code: "code", state: start.searchParams.get("state") ?? "" });
  const done = await browser.send(`/auth/callback/rot?${query}`);
  if (!locationOf(done).endsWith("/after")) throw new Error(`Not signed in: ${locationOf(done)}`);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

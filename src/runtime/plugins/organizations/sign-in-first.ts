/** The way from an invitation to a sign-in, and back. */
import { signOut } from "../../flows/sign-out.js";
import { pagePath } from "../../security/page-url.js";
import { signInAddress } from "../../server-functions/refusal.js";
import type { Departure } from "../host/plugin-host.js";
import { keepToken, tokenOf } from "./invitation-cookie.js";
import type { PageAsking } from "./view.js";

/** Signs out whoever is signed in, and leads to sign-in and back. The token waits in a cookie. */
export async function signInFirst(asking: PageAsking): Promise<Departure> {
  const { context } = asking;
  const back = signInAddress(pagePath(context, "/invitation"), context, "");
  const kept = await keepToken(context, (await tokenOf(asking)) ?? "");
  if ((await context.sessions.current(context)) === null) return { location: back, cookies: [kept] };
  const left = await signOut({ ...context, callbackUrl: back });
  const location = left.kind === "redirect" ? left.location : back;
  return { location, cookies: [...(left.cookies ?? []), kept] };
}

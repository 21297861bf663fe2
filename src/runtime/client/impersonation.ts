/** What the bars of React, Vue and Svelte do alike while an administrator acts for a user. */
import { announce, store } from "./session-store.js";
import { leaveTo, postForm } from "./calls.js";
import type { Impersonation, Session } from "../types/entities.js";

/** @returns undefined: the session is its user's own, or there is none */
export function impersonationIn(session: Partial<Session> | null | undefined): Impersonation | undefined {
  const by = session?.impersonatedBy;
  if (!by) return undefined;
  const { name, email } = session.user ?? {};
  return { admin: by.name || by.id, user: name || email || "a user" };
}

/** The page that ends it, where the form leads without JavaScript, and the address that the form is posted to. */
export const stopPath = (basePath: string = store.basePath): string => `${basePath}/impersonation`;

/** Ends it, in all tabs, and goes where the administrator came from. @param getCsrfToken of the entry point */
export async function stopImpersonating(getCsrfToken: () => Promise<string>): Promise<void> {
  const { url } = await postForm(stopPath(), { csrfToken: await getCsrfToken() });
  announce("impersonation");
  leaveTo(url ?? stopPath());
}

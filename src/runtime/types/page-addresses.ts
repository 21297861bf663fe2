import type { PluginPages } from "../plugins/registry.js";

/**
 * Addresses of the built-in pages: paths of the app's origin, in letters, digits and `-._~`, with what stands in front of
 * the app. What is left out has its default, where the configuration has the page.
 */
export interface PageAddresses extends PluginPages {
  /** Page with the ways to sign in. Default: `/sign-in`. */
  signIn?: string | undefined;
  /** Page that asks before signing out. Default: `/sign-out`. */
  signOut?: string | undefined;
  /** Page for what went wrong. Default: `/auth-error`. */
  error?: string | undefined;
  /** Page that says that a mail is on its way. Default: `/check-your-email`. */
  verifyRequest?: string | undefined;
}

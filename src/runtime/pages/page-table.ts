/** The built-in pages that can have addresses of their own. The command line reads the table, too. */
import type { PluginPath } from "../types/flow.js";
import type { PageAddresses } from "../types/page-addresses.js";

export interface Page {
  /** Below the base path. */
  readonly path: PluginPath;
  /** The address that it has where none is given. */
  readonly standard: string;
  /** Its form leads to the page itself; the forms of the core lead below the base path. */
  readonly isPlugins?: true;
}

export const pages: Readonly<Record<keyof PageAddresses, Page>> = {
  signIn: { path: "/signin", standard: "/sign-in" },
  signOut: { path: "/signout", standard: "/sign-out" },
  error: { path: "/error", standard: "/auth-error" },
  verifyRequest: { path: "/verify-request", standard: "/check-your-email" },
  signUp: { path: "/password/sign-up", standard: "/sign-up", isPlugins: true },
  verify: { path: "/password/verify", standard: "/verify", isPlugins: true },
  forgotPassword: { path: "/password/forgot", standard: "/forgot", isPlugins: true },
  resetPassword: { path: "/password/reset", standard: "/reset-password", isPlugins: true },
  changePassword: { path: "/password/change", standard: "/change-password", isPlugins: true },
  changeEmail: { path: "/password/address", standard: "/change-email", isPlugins: true },
  confirmEmail: { path: "/password/confirm-address", standard: "/confirm-email", isPlugins: true },
  account: { path: "/account", standard: "/account", isPlugins: true },
  accountLink: { path: "/account/link", standard: "/link-account", isPlugins: true },
  accountDeletion: { path: "/account/delete-link", standard: "/delete-account", isPlugins: true },
  twoFactor: { path: "/two-factor", standard: "/two-factor", isPlugins: true },
  twoFactorSetUp: { path: "/two-factor/set-up", standard: "/two-factor-set-up", isPlugins: true },
  twoFactorFirst: { path: "/two-factor/first", standard: "/two-factor-first", isPlugins: true },
  twoFactorManage: { path: "/two-factor/manage", standard: "/two-factor-manage", isPlugins: true },
  twoFactorConfirm: { path: "/two-factor/confirm", standard: "/two-factor-confirm", isPlugins: true },
};

/** The pages of the plugin that can have addresses of their own. */
import type { Page } from "../../pages/page-table.js";

/** Members of `pageAddresses`. */
export interface PasswordPages {
  /** Of the plugin `password`: a new account. Default: `/sign-up`. */
  signUp?: string | undefined;
  /** Of the plugin `password`: the link of the mail after sign-up. Default: `/verify`. */
  verify?: string | undefined;
  /** Of the plugin `password`: asks for a mail with a link. Default: `/forgot`. */
  forgotPassword?: string | undefined;
  /** Of the plugin `password`: a new password, by the link of a mail. Default: `/reset-password`. */
  resetPassword?: string | undefined;
  /** Of the plugin `password`: a new password for who knows the old one. Default: `/change-password`. */
  changePassword?: string | undefined;
  /** Of the plugin `password`: another address of mail. Default: `/change-email`. */
  changeEmail?: string | undefined;
  /** Of the plugin `password`: the link of the mail to the new address. Default: `/confirm-email`. */
  confirmEmail?: string | undefined;
}

export const pages: Readonly<Record<keyof PasswordPages, Page>> = {
  signUp: { path: "/password/sign-up", standard: "/sign-up" },
  verify: { path: "/password/verify", standard: "/verify" },
  forgotPassword: { path: "/password/forgot", standard: "/forgot" },
  resetPassword: { path: "/password/reset", standard: "/reset-password" },
  changePassword: { path: "/password/change", standard: "/change-password" },
  changeEmail: { path: "/password/address", standard: "/change-email" },
  confirmEmail: { path: "/password/confirm-address", standard: "/confirm-email" },
};

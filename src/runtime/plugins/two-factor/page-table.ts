/** The pages of the plugin that can have addresses of their own. */
import type { Page } from "../../pages/page-table.js";

/** Members of `pageAddresses`. */
export interface TwoFactorPages {
  /** Of the plugin `two-factor`: asks for the code in a sign-in. Default: `/two-factor`. */
  twoFactor?: string | undefined;
  /** Of the plugin `two-factor`: sets up the authenticator app. Default: `/two-factor-set-up`. */
  twoFactorSetUp?: string | undefined;
  /** Of the plugin `two-factor`: sets it up in a sign-in that needs it. Default: `/two-factor-first`. */
  twoFactorFirst?: string | undefined;
  /** Of the plugin `two-factor`: what can be changed. Default: `/two-factor-manage`. */
  twoFactorManage?: string | undefined;
  /** Of the plugin `two-factor`: asks for the code before something is changed. Default: `/two-factor-confirm`. */
  twoFactorConfirm?: string | undefined;
}

export const pages: Readonly<Record<keyof TwoFactorPages, Page>> = {
  twoFactor: { path: "/two-factor", standard: "/two-factor" },
  twoFactorSetUp: { path: "/two-factor/set-up", standard: "/two-factor-set-up" },
  twoFactorFirst: { path: "/two-factor/first", standard: "/two-factor-first" },
  twoFactorManage: { path: "/two-factor/manage", standard: "/two-factor-manage" },
  twoFactorConfirm: { path: "/two-factor/confirm", standard: "/two-factor-confirm" },
};

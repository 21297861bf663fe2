/**
 * Addresses of the built-in pages: paths of the app's origin, in letters, digits and `-._~`, with what stands in front of
 * the app. What is left out has its default, where the configuration has the page.
 */
export interface PageAddresses {
  /** Page with the ways to sign in. Default: `/sign-in`. */
  signIn?: string | undefined;
  /** Page that asks before signing out. Default: `/sign-out`. */
  signOut?: string | undefined;
  /** Page for what went wrong. Default: `/auth-error`. */
  error?: string | undefined;
  /** Page that says that a mail is on its way. Default: `/check-your-email`. */
  verifyRequest?: string | undefined;
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
  /** Of the plugin `account`. Default: `/account`. */
  account?: string | undefined;
  /** Of the plugin `account`: asks before an account is linked. Default: `/link-account`. */
  accountLink?: string | undefined;
  /** Of the plugin `account`: the link of the mail that deletes the account. Default: `/delete-account`. */
  accountDeletion?: string | undefined;
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

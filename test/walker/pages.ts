/** Where the built-in pages stand with `pageAddresses: true`, by their path below the base path. */
export interface Page {
  readonly path: string;
  readonly address: string;
  /** Its form is sent to the page itself; forms of other pages are sent below the base path. */
  readonly takesForm: boolean;
}

const shown = {
  "/signin": "/sign-in",
  "/signout": "/sign-out",
  "/error": "/auth-error",
  "/verify-request": "/check-your-email",
};

const takingForms = {
  "/password/sign-up": "/sign-up",
  "/password/verify": "/verify",
  "/password/forgot": "/forgot",
  "/password/reset": "/reset-password",
  "/password/change": "/change-password",
  "/password/address": "/change-email",
  "/password/confirm-address": "/confirm-email",
  "/account": "/account",
  "/two-factor": "/two-factor",
  "/two-factor/set-up": "/two-factor-set-up",
  "/two-factor/first": "/two-factor-first",
  "/two-factor/manage": "/two-factor-manage",
  "/two-factor/confirm": "/two-factor-confirm",
  "/account/link": "/link-account",
  "/account/delete-link": "/delete-account",
};

const rows = (table: Readonly<Record<string, string>>, takesForm: boolean): Page[] =>
  Object.entries(table).map(([path, address]) => ({ path, address, takesForm }));

export const pages: readonly Page[] = [...rows(shown, false), ...rows(takingForms, true)];

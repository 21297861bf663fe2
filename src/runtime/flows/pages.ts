/** The built-in pages: loaded with the first of them that is shown. */
export { builtInErrorPage, errorPage } from "./error-page.js";
export { passkeyStart, signInPage } from "./sign-in-page.js";
export { signOutPage } from "./sign-out-page.js";
export { verifyRequestPage } from "./verify-request-page.js";

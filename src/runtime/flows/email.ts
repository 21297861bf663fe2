/** Sign-in by mail: its flows and its form. They come with the provider, so that only apps with mail carry them. */
export { emailForm as form } from "../pages/email-form.js";
export { method } from "./email-finish.js";
export { assertOwnSession, clearNote, noteSession } from "../accounts/noted-session.js";
export { askOwner } from "./email-reconnect.js";
export { addPage } from "./email-add.js";
export { emailCallback as callback, verifyRequestPage } from "./email-callback.js";
export { emailStart as start } from "./email-start.js";

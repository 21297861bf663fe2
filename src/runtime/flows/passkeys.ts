/** The flows of passkeys, their form and its script. They come with the provider: only apps with passkeys carry them. */
export { addPasskeyForm as addForm, passkeyForm as form } from "../pages/passkey-form.js";
export { passkeyScript as script } from "../pages/passkey-script.js";
export { addedMark, isAdded, passkeyAddPage as addPage } from "./passkey-add.js";
export { keepPasskey as keep, method, passkeyCallback as callback } from "./passkey-callback.js";
export { passkeyOptions as options } from "./passkey-options.js";

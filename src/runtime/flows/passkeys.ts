/** The two flows of passkeys. They come with the provider, so that only apps with passkeys carry them. */
export { passkeyCallback as callback } from "./passkey-callback.js";
export { passkeyOptions as options } from "./passkey-options.js";

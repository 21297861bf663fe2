/** Sign-in by OAuth and OpenID Connect: to the provider and back. One file, since who asks for one asks for the other. */
export { oauthCallback as callback } from "./oauth-callback.js";
export { oauthStart as start } from "./oauth-start.js";

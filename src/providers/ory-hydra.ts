/** Ory Hydra under the name that its module had before; its id is `hydra` in both. */
export { default, type OryHydraProfile } from "./hydra.js";

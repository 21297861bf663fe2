/** Sign-in with what a form asks for: its flow and its form. They come with the provider. */
export { credentialsForm as form } from "../pages/credentials-form.js";
export { credentialsCallback as callback } from "./credentials-callback.js";

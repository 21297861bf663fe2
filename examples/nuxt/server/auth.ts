import { createAuth } from "authwright/nuxt/server";
import GitHub from "authwright/providers/github";

/**
 * The module in nuxt.config mounts it. Files of the server ask it: `auth.session(event)`, `auth.require(event)`. Pages have
 * `useAuth()` and `definePageMeta({ auth: true })`.
 */
export const auth = createAuth({
  providers: [GitHub],
  theme: { name: "Lunch" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /api/auth.
  pageAddresses: true,
});

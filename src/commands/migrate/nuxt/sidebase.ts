/** The module of Nuxt that stands on next-auth 4. */
export const sidebase = "@sidebase/nuxt-auth";

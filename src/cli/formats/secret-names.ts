/** The variables that hold the secrets of an app, as `src/runtime/settings/env.ts` reads them. */

/** Oldest first; the runtime seals with the newest and opens with all of them. */
export const secretNames = ["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"] as const;

/** A secret that is announced: it opens what was sealed with it elsewhere, and seals nothing here. */
export const announcedName = "AUTH_SECRET_NEXT";

/** What a deployment hands on beside AUTH_SECRET, so that a rotation reaches the app. */
export const laterSecretNames: readonly string[] = [...secretNames.slice(1), announcedName];

/** `keep` as a sealed text, for apps that give a secret. */
import { InvalidCheck } from "../errors/index.js";
import { seal, unseal } from "../security/seal.js";

const salt = "authwright.oauth.keep";

export const sealKeep = (kept: object, secrets: readonly string[], maxAgeSeconds: number): Promise<string> =>
  seal({ ...kept }, { secrets, salt, maxAgeSeconds });

/** @throws InvalidCheck for whatever is wrong with it: form, key, time */
export const unsealKeep = (keep: string, secrets: readonly string[]): Promise<Record<string, unknown>> =>
  unseal(keep, { secrets, salt }).catch((error: Error) => {
    throw new InvalidCheck("`keep` could not be opened: it is foreign, changed, or older than 15 minutes", {
      cause: error,
    });
  });

import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "id-me",
  name: "ID.me",
  type: "oidc",
  status: "active",
  issuer: "https://api.id.me/oidc",
  scopes: ["openid", "login"],
  checks: ["state", "nonce"],
  profile: { id: "sub", name: "${fname} ${lname}", email: "email" },
  docs: "https://developers.id.me/documentation/federated-protocols/oidc/overview",
  console: "https://developers.id.me/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** Claims of ID.me; the members that are read. */
export interface IDmeProfile extends Profile {
  /** Id of the person at ID.me. */
  uuid?: number | string;
  /** Becomes `user.name`. */
  fname?: string | null;
  /** Becomes `user.name`. */
  lname?: string | null;
}

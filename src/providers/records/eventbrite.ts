import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "eventbrite",
  name: "Eventbrite",
  type: "oauth",
  status: "active",
  authorization: "https://www.eventbrite.com/oauth/authorize",
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "emails[?primary].email" },
  emailVerified: "emails[?primary].verified",
  style: { bg: "#f05537", text: "#fff" },
  docs: "https://www.eventbrite.com/platform/api#/introduction/authentication",
  console: "https://www.eventbrite.com/account-settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: [
    "Has no scopes",
    "Gives no picture: the API tells the number of one, and where it stands is not documented",
  ],
  mark: "eventbrite",
};

/** `GET /v3/users/me/` of Eventbrite; the members that are read. */
export interface EventbriteProfile extends Record<"first_name" | "last_name" | "image_id", string> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  name: string;
  /** `user.email` and whether the address is verified come from its elements. */
  emails: (Record<"email", string> & Record<"verified" | "primary", boolean>)[];
  [claim: string]: unknown;
}

import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "twitter",
  name: "Twitter",
  type: "oauth",
  status: "active",
  authorization: "https://x.com/i/oauth2/authorize",
  token: "https://api.x.com/2/oauth2/token",
  revocation: "https://api.x.com/2/oauth2/revoke",
  userinfo: "https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email",
  scopes: ["users.read", "tweet.read", "offline.access"],
  profile: {
    id: "data.id",
    name: "data.name",
    email: "data.confirmed_email||data.email",
    image: "data.profile_image_url",
  },
  emailVerified: "data.confirmed_email",
  style: { bg: "#000", text: "#fff" },
  docs: "https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code",
  console: "https://developer.x.com/en/portal/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs; X docs advise http://127.0.0.1",
    checked: true,
  },
  refresh: "offline.access scope",
  notes: [
    "PKCE is required",
    "The address needs the scope users.email, which X refuses unless the settings of the app allow it",
  ],
  mark: "x",
  title: "X (Twitter)",
  example: '{ authorization: { params: { scope: "users.read tweet.read users.email offline.access" } } }',
};

/** `GET /2/users/me` of X (Twitter); the members that are read. */
export interface TwitterProfile extends Partial<
  Record<"includes", Partial<Record<"tweets", Record<"id" | "text", string>[]>>>
> {
  /** The id of the account, `user.name`, `user.email`, whether the address is verified and `user.image` come from it. */
  data: Record<"id" | "name" | "username", string> &
    Partial<
      Record<
        "email" | "location" | "description" | "url" | "profile_image_url" | "pinned_tweet_id" | "created_at",
        string
      >
    > &
    Partial<
      Record<
        "entities",
        Record<
          "url",
          Record<
            "urls",
            (Record<"start" | "end", number> & Record<"url" | "expanded_url" | "display_url", string>)[]
          >
        > &
          Record<
            "description",
            Record<"hashtags", (Record<"start" | "end", number> & Record<"tag", string>)[]>
          >
      >
    > &
    Partial<Record<"verified" | "protected", boolean>>;
  [claim: string]: unknown;
}

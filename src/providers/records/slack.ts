import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "slack",
  name: "Slack",
  type: "oidc",
  status: "active",
  issuer: "https://slack.com",
  success: { member: "ok", value: true },
  scopes: ["openid", "profile", "email"],
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#611f69", text: "#fff" },
  docs: "https://docs.slack.dev/authentication/sign-in-with-slack/",
  console: "https://api.slack.com/apps",
  localhost: {
    rule: "https-only",
    note: "https only: use a tunnel or a local certificate",
    checked: true,
  },
  refresh: "token rotation must be switched on; openid tokens do not expire otherwise",
  notes: ["The parameter team limits sign-in to one workspace", "Failures come with status 200"],
  mark: "slack",
};

/** Claims of Slack. */
export type SlackProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "email"
    | "name"
    | "picture"
    | "given_name"
    | "family_name"
    | "locale"
    | "https://slack.com/user_id"
    | "https://slack.com/team_id"
    | "https://slack.com/team_name"
    | "https://slack.com/team_domain"
    | "https://slack.com/user_image_24"
    | "https://slack.com/user_image_32"
    | "https://slack.com/user_image_48"
    | "https://slack.com/user_image_72"
    | "https://slack.com/user_image_192"
    | "https://slack.com/user_image_512"
    | "https://slack.com/user_image_1024"
    | "https://slack.com/team_image_34"
    | "https://slack.com/team_image_44"
    | "https://slack.com/team_image_68"
    | "https://slack.com/team_image_88"
    | "https://slack.com/team_image_102"
    | "https://slack.com/team_image_132"
    | "https://slack.com/team_image_230",
    string
  > &
    Record<"email_verified" | "ok" | "https://slack.com/team_image_default", boolean> &
    Record<"date_email_verified", number>
>;

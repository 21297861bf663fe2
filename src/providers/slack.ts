import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/slack.js";

/** What is known of Slack, as data. */
export const record: OIDCRecord = {
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
    note: "https only (use a tunnel or a local certificate); better-auth docs list http://localhost for development, Auth.js and Slack want https",
    checked: true,
  },
  refresh: "token rotation must be switched on; openid tokens do not expire otherwise",
  notes: ["The parameter team limits sign-in to one workspace", "Failures come with status 200"],
};

/** Claims of Slack. */
export type SlackProfile = Profile;

/**
 * Sign in with Slack.
 *
 * @param options client id and secret (default: `AUTH_SLACK_ID`, `AUTH_SLACK_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/slack`
 * @example Slack()
 */
export default function Slack(options: OIDCUserConfig<SlackProfile> = {}): OIDCConfig<SlackProfile> {
  return fromOidcRecord<SlackProfile, OIDCRecord>(record, options, { mark });
}

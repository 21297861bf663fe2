import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "united-effects",
  name: "United Effects",
  type: "oidc",
  status: "limited",
  issuer: "https://auth.unitedeffects.com/{authGroupId}",
  params: [{ name: "authGroupId", required: true, example: "example" }],
  scopes: ["openid", "email", "profile"],
  authorizationParams: { resource: "{issuer}" },
  profile: { id: "sub", name: "name||email", email: "email", image: "picture" },
  docs: "https://docs.unitedeffects.com/integrations/nextauthjs",
  console: "https://www.unitedeffects.com/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "add the offline_access scope",
  notes: ["The resource parameter must equal the issuer"],
  options: { authGroupId: "Id of the auth group." },
};

/** Claims of United Effects. */
export type UnitedEffectsProfile = WithMembers<Profile, Record<"sub" | "email", string>>;

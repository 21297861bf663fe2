import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "forwardemail",
  name: "Forward Email",
  type: "email",
  status: "active",
  endpoint: "https://api.forwardemail.net/v1/emails",
  basic: "{apiKey}:",
  body: { from: "{from}", to: "{to}", subject: "{subject}", html: "{html}", text: "{text}" },
  docs: "https://forwardemail.net/en/email-api#create-email",
  notes: ["Keys: https://forwardemail.net/my-account/security"],
};

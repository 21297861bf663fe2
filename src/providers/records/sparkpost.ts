import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "sparkpost",
  name: "SparkPost",
  type: "email",
  status: "active",
  endpoint: "https://api.sparkpost.com/api/v1/transmissions",
  headers: { authorization: "{apiKey}" },
  body: {
    options: { click_tracking: false },
    recipients: [{ address: { email: "{to}" } }],
    content: { from: "{from}", subject: "{subject}", html: "{html}", text: "{text}" },
  },
  docs: "https://developers.sparkpost.com/api/transmissions/",
  notes: [
    "Click tracking is switched off for these mails, since it rewrites the link",
    "Keys: https://app.sparkpost.com/account/api-keys",
  ],
};

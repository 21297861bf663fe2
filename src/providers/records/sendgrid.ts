import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "sendgrid",
  name: "SendGrid",
  type: "email",
  status: "active",
  endpoint: "https://api.sendgrid.com/v3/mail/send",
  headers: { authorization: "Bearer {apiKey}" },
  body: {
    personalizations: [{ to: [{ email: "{to}" }] }],
    from: { email: "{fromAddress}", name: "{fromName}" },
    subject: "{subject}",
    content: [
      { type: "text/plain", value: "{text}" },
      { type: "text/html", value: "{html}" },
    ],
    tracking_settings: { click_tracking: { enable: false } },
  },
  docs: "https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send",
  notes: [
    "Click tracking is switched off for these mails, since it rewrites the link",
    "Keys: https://app.sendgrid.com/settings/api_keys",
  ],
};

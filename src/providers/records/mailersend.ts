import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mailersend",
  name: "MailerSend",
  type: "email",
  status: "active",
  endpoint: "https://api.mailersend.com/v1/email",
  headers: { authorization: "Bearer {apiKey}" },
  body: {
    from: { email: "{fromAddress}", name: "{fromName}" },
    to: [{ email: "{to}" }],
    subject: "{subject}",
    html: "{html}",
    text: "{text}",
  },
  docs: "https://developers.mailersend.com/api/v1/email.html",
  notes: ["Keys: https://app.mailersend.com/api-tokens"],
};

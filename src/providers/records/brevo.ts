import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "brevo",
  name: "Brevo",
  type: "email",
  status: "active",
  endpoint: "https://api.brevo.com/v3/smtp/email",
  headers: { "api-key": "{apiKey}" },
  body: {
    sender: { email: "{fromAddress}", name: "{fromName}" },
    to: [{ email: "{to}" }],
    subject: "{subject}",
    htmlContent: "{html}",
    textContent: "{text}",
  },
  docs: "https://developers.brevo.com/reference/sendtransacemail",
  notes: ["Keys: https://app.brevo.com/settings/keys/api"],
};

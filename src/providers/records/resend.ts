import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "resend",
  name: "Resend",
  type: "email",
  status: "active",
  endpoint: "https://api.resend.com/emails",
  headers: { authorization: "Bearer {apiKey}" },
  body: { from: "{from}", to: "{to}", subject: "{subject}", html: "{html}", text: "{text}" },
  docs: "https://resend.com/docs/api-reference/emails/send-email",
  notes: [
    "The domain of the sender must be verified; onboarding@resend.dev reaches only yourself",
    "Keys: https://resend.com/api-keys",
  ],
};

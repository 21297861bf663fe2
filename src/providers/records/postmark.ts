import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "postmark",
  name: "Postmark",
  type: "email",
  status: "active",
  endpoint: "https://api.postmarkapp.com/email",
  headers: { "x-postmark-server-token": "{apiKey}" },
  body: {
    From: "{from}",
    To: "{to}",
    Subject: "{subject}",
    TextBody: "{text}",
    HtmlBody: "{html}",
    MessageStream: "outbound",
  },
  docs: "https://postmarkapp.com/developer/api/email-api",
  notes: ["The key POSTMARK_API_TEST sends nothing", "Keys: https://account.postmarkapp.com/servers"],
};

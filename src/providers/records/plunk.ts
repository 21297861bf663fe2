import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "plunk",
  name: "Plunk",
  type: "email",
  status: "active",
  endpoint: "https://api.useplunk.com/v1/send",
  headers: { authorization: "Bearer {apiKey}" },
  body: { to: "{to}", subject: "{subject}", body: "{html}" },
  docs: "https://docs.useplunk.com/api-reference/transactional/send",
  notes: ["The sender is the one of the project", "Keys: https://app.useplunk.com/settings/api"],
};

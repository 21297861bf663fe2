import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "telegram",
  name: "Telegram",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.telegram.org",
  scopes: ["openid", "profile"],
  profile: { id: "sub", name: "name||preferred_username", image: "picture" },
  style: { bg: "#26a5e4", text: "#000" },
  docs: "https://core.telegram.org/bots/telegram-login",
  console: "https://t.me/BotFather",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate) per BotFather allowed URLs, not checked for localhost",
    checked: false,
  },
  refresh: "none",
  notes: [
    "The client id is the id of the bot; callback URLs are set at BotFather",
    "Gives no e-mail address",
  ],
  mark: "telegram",
};

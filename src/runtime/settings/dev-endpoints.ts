/**
 * In development `auth dev` plays the providers: every address of a provider leads to the local identity provider,
 * which answers as the real one would, with the real one's names. So nothing is checked less than in production.
 */
import { signInMail } from "../mail/mail-body.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { EmailConfig } from "../types/provider.js";
import { simulated } from "./dev-oauth.js";

export { devIdpFor } from "./dev-oauth.js";

const deadlineMilliseconds = 10_000;

/** The provider as flows see it: simulated by the local identity provider at `devIdp`, its mails caught there. */
export function devProvider(provider: InternalProvider, devIdp: string): InternalProvider {
  if (provider.type === "email") return caught(provider, devIdp);
  return provider.type === "oauth" || provider.type === "oidc" ? simulated(provider, devIdp) : provider;
}

/** Whatever would have sent the mail: neither a key nor a server is needed. */
const caught = (provider: EmailConfig, devIdp: string): EmailConfig => ({
  ...provider,
  sendVerificationRequest: async (request) => {
    const mail = await signInMail(request);
    await hand(devIdp, { ...mail, provider: provider.id, expires: request.expires });
  },
  sendMail: (mail) => hand(devIdp, { ...mail, provider: provider.id }),
});

async function hand(devIdp: string, mail: object): Promise<void> {
  const response = await fetch(`${devIdp}/mail`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(mail),
    redirect: "error",
    signal: AbortSignal.timeout(deadlineMilliseconds),
  });
  if (!response.ok) throw new Error(`The mail catcher of auth dev answered ${response.status}`);
}

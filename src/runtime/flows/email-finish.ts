/** The end of a sign-in by mail, whether its link or its code was used. */
import { isKept } from "../accounts/held-ways.js";
import { linkAddress } from "../accounts/link-address.js";
import { AccessDenied } from "../errors/index.js";
import type { FlowResult } from "../http/flow-result.js";
import { withKnownBrowser } from "../security/known-browser.js";
import { randomId } from "../security/random.js";
import type { VerificationToken } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { clearPendingCode } from "./pending-code.js";
import { storeOf } from "./verification-token.js";

/** How this sign-in, and one that has waited for a step, gets its user. */
export const method = { linking: "address", link: linkAddress } as const;

/** How a mail was answered. */
export interface AnsweredMail {
  /** Of a form: `keep` says that ways to sign in of before the proof are the owner's own. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Another browser has asked for the mail. */
  readonly isElsewhere: boolean;
}

/** @param invite the row of the mail, which was taken out of the store */
export async function finishEmailSignIn(
  context: FlowContext<EmailConfig>,
  invite: VerificationToken,
  { body, isElsewhere }: AnsweredMail,
): Promise<FlowResult> {
  const { resolved, provider } = context;
  const store = storeOf(resolved);
  const { identifier } = invite;
  const cookies = provider.code === true ? clearPendingCode(context) : [];
  try {
    const known = await store.getUserByEmail(identifier);
    const user = known ?? { id: randomId(), email: identifier, emailVerified: null };
    const account = {
      // As the store writes it: it may know the address in another case.
      providerAccountId: user.email || identifier,
      userId: user.id,
      type: "email" as const,
      provider: provider.id,
    };
    const identifiers = [identifier];
    const signIn = { method, user, account, identifiers, isElsewhere, keepsWays: isKept(body) };
    return await withKnownBrowser(context, signIn, await completeSignIn(context, signIn, cookies));
  } catch (error) {
    // No session was made: the mail must work once more. A refusal is an answer, and uses it up.
    if (!(error instanceof AccessDenied)) {
      await Promise.resolve(store.createVerificationToken(invite)).catch(() => undefined);
    }
    throw error;
  }
}

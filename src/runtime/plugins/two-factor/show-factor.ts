/** Showing the factor, in a sign-in and in a session alike: by a code, a recovery code or a passkey. */
import { isShown } from "../../http/action-request.js";
import { type FlowResult, withCookies } from "../../http/flow-result.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginPage, PluginScope } from "../host/plugin.js";
import { wrongAnswer } from "./answers.js";
import { type Amr, judgeAnswer } from "./factor-store.js";
import { askPage, type WrongName } from "./pages.js";

/** Who is asked, and where. */
export interface FactorQuestion {
  readonly context: FlowContext;
  readonly own: PluginScope;
  readonly userId: string;
  readonly path: PluginPath;
  readonly trustDays: number | false;
  /** Passkeys count: not where one has just signed in. */
  readonly takesPasskey: boolean;
}

const passkeys = () => import("./passkey.js");

const hasPasskeys = ({ resolved }: FlowContext): boolean => resolved.providers("webauthn").length > 0;

/** @param wrong why it is shown once more */
export async function pageFor(asked: FactorQuestion, wrong?: WrongName): Promise<PluginPage> {
  const { context, userId, takesPasskey } = asked;
  // Without JavaScript there are none.
  const mayOffer = takesPasskey && hasPasskeys(context) && isShown(context.request);
  const offersPasskey = mayOffer && (await (await passkeys()).hasPasskey(context, userId));
  return askPage(asked, { ...asked, wrong, offersPasskey });
}

/** The answer for `GET …/passkey`. */
export async function optionsFor({ context, userId, takesPasskey }: FactorQuestion): Promise<FlowResult> {
  const { passkeyOptions } = await passkeys();
  return passkeyOptions(context, takesPasskey ? userId : "");
}

/**
 * Judges the form.
 *
 * @param goOn what follows a right answer
 * @throws WrongAnswer for any other
 */
export async function judgeForm(
  asked: FactorQuestion,
  goOn: (amr: Amr, body: Readonly<Record<string, unknown>>) => Promise<FlowResult>,
): Promise<FlowResult> {
  const { context, own, userId } = asked;
  const body = (await context.request.body()) ?? {};
  const { data } = body;
  if (typeof data === "string" && asked.takesPasskey && hasPasskeys(context)) {
    const { judgePasskey, endChallenge } = await passkeys();
    const isRight = await judgePasskey(context, userId, data);
    const cleared = endChallenge(context);
    if (!isRight) throw wrongAnswer(asked, await pageFor(asked, "wrongPasskey"), cleared);
    return withCookies(await goOn(["pop", "mfa"], body), cleared);
  }
  const amr = await judgeAnswer({ resolved: context.resolved, own, userId }, body);
  const wrong = typeof body["recovery"] === "string" ? "wrongRecovery" : "wrong";
  if (amr === undefined) throw wrongAnswer(asked, await pageFor(asked, wrong));
  return goOn(amr, body);
}

/** The step between the proof and the session, and what is done once it is passed. */
import { AccessDenied, toError } from "../../errors.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import type { Challenge, PluginScope, PluginStep, StepPassage, StepUser } from "../plugin.js";
import { enrol, type Enrolment, hasFactor } from "./factor-store.js";
import { isRequired, type Settings, storedIdOf } from "./options.js";
import { paths, stepId } from "./paths.js";
import { markNewSession, type Shown, stampToken } from "./session-factor.js";
import { isSetUpWanted } from "./set-up-wish.js";
import { tables } from "./tables.js";
import { isTrusted, trustBrowser } from "./trusted-browsers.js";

/** What travels with a sign-in that has passed the step. `amr` is empty where the user has left out to set up. */
export interface SignInNote extends Shown {
  /** The user who trusts this browser from now on. */
  readonly trustedBy?: string | undefined;
  /** The factor that was confirmed in this sign-in. */
  readonly enrolment?: Enrolment | undefined;
}

const noteOf = ({ note }: StepPassage): SignInNote => note as SignInNote;

async function ask(
  context: FlowContext,
  user: StepUser,
  own: PluginScope,
  settings: Settings,
): Promise<Challenge | undefined> {
  const userId = storedIdOf(user);
  if (userId !== undefined && (await hasFactor({ own, userId }))) {
    const isKnown = settings.trustDays !== false && (await isTrusted(context, own, userId));
    return isKnown ? undefined : { path: paths.challenge };
  }
  const isAsked = (await isRequired(settings, user)) || (await isSetUpWanted(context, user));
  if (!isAsked) return undefined;
  // Half of the tables would let nobody finish: a missing one switches the plugin off here.
  for (const table of tables) await own.records(table).find({ [table.primaryKey[0] ?? ""]: "-" });
  return { path: paths.first };
}

export const twoFactorStep = (settings: Settings): PluginStep => ({
  id: stepId,
  ask: (context, { user }, own) => ask(context, user, own, settings),
  async linked(passage, { id }, own) {
    const { enrolment } = noteOf(passage);
    if (enrolment === undefined) return;
    if (id === undefined) throw new AccessDenied("A second factor needs a user with an id");
    const owner = { resolved: passage.context.resolved, own, userId: String(id) };
    if (!(await enrol(owner, enrolment)))
      throw new AccessDenied("The user has set up another second factor meanwhile");
  },
  async stamp(passage, token) {
    const note = noteOf(passage);
    return note.amr.length === 0 ? token : stampToken(passage.context.resolved, note, token);
  },
  async signedIn(passage, result, own): Promise<FlowResult> {
    const { context } = passage;
    const note = noteOf(passage);
    try {
      if (note.amr.length > 0) await markNewSession(context, own, result, note);
      if (note.trustedBy === undefined || settings.trustDays === false) return result;
      const cookie = await trustBrowser(context, own, note.trustedBy, settings.trustDays);
      return { ...result, cookies: [...(result.cookies ?? []), cookie] };
    } catch (thrown) {
      // The session is made, and its user has shown the factor: at worst it is asked for once more.
      context.resolved.logger.error(toError(thrown));
      return result;
    }
  },
});

/** The step between the proof and the session, and what is done once it is passed. */
import { AccessDenied, toError } from "../../errors/index.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import { askPlugins } from "../host/ask-plugins.js";
import { tellChange } from "../accounts/authenticators.js";
import type { ChangeQuestion, ChangeShortfall } from "../accounts/authenticator-change.js";
import type { Challenge, PluginScope, PluginStep, StepPassage, StepSubject } from "../host/plugin.js";
import { enrol, type Enrolment, hasFactor } from "./factor-store.js";
import { isRequired, type TwoFactorSettings, storedIdOf } from "./options.js";
import { paths, stepId } from "./paths.js";
import { isShown, markNewSession, type Shown, shownNow, stampToken } from "./session-factor.js";
import { isSetUpWanted } from "./set-up-wish.js";
import { tables } from "./tables.js";
import { isTrusted, trustBrowser } from "./trusted-browsers.js";
import { freshSeconds } from "./visitor.js";

/** What travels with a sign-in that has passed the step. `amr` is empty where the user has left out to set up. */
export interface SignInNote extends Shown {
  /** The user who trusts this browser from now on. */
  readonly trustedBy?: string | undefined;
  /** The factor that was confirmed in this sign-in. */
  readonly enrolment?: Enrolment | undefined;
  /** Of a user whom this sign-in makes. */
  readonly isNew?: boolean | undefined;
}

const noteOf = ({ note }: StepPassage): SignInNote => note as SignInNote;

async function ask(
  context: FlowContext,
  { user, adds }: StepSubject,
  own: PluginScope,
  settings: TwoFactorSettings,
): Promise<Challenge | undefined> {
  const userId = storedIdOf(user);
  if (userId !== undefined && (await hasFactor({ own, userId })))
    return (await isSpared(context, own, { userId, adds, settings })) ? undefined : { path: paths.challenge };
  const isAsked = (await isRequired(settings, user)) || (await isSetUpWanted(context, user));
  if (!isAsked) return undefined;
  // Half of the tables would let nobody finish: a missing one switches the plugin off here.
  for (const table of tables) await own.records(table).find({ [table.primaryKey[0] ?? ""]: "-" });
  return { path: paths.first };
}

/**
 * A trusted browser is spared the question at sign-in; not where the sign-in adds a further way in, with which its user
 * could show the factor later.
 */
async function isSpared(
  context: FlowContext,
  own: PluginScope,
  { userId, adds, settings }: { userId: string; adds: StepSubject["adds"]; settings: TwoFactorSettings },
): Promise<boolean> {
  if (adds === "session") return (await changeNeeds(own, { context, userId })) === undefined;
  return adds === undefined && settings.trustDays !== false && isTrusted(context, own, userId);
}

/** What opens an account may be changed where the factor was shown just now, in the session or in this sign-in. */
export async function changeNeeds(
  own: PluginScope,
  { context, userId, notes }: ChangeQuestion,
): Promise<ChangeShortfall | undefined> {
  if (!(await hasFactor({ own, userId }))) return undefined;
  const { amr, at } = (notes?.[stepId] ?? shownNow([])) as SignInNote;
  if (amr.length > 0 && Date.now() / 1000 - at <= freshSeconds) return undefined;
  const { resolved } = context;
  const read = await resolved.sessions.read(context);
  return (await isShown({ resolved, read, maxAge: freshSeconds }, own))
    ? undefined
    : { factor: paths.confirm };
}

export const twoFactorStep = (settings: TwoFactorSettings): PluginStep => ({
  id: stepId,
  rank: "asks",
  ask: (context, subject, own) => ask(context, subject, own, settings),
  async linked(passage, { id }, own) {
    const { enrolment, isNew, amr } = noteOf(passage);
    const { resolved } = passage.context;
    if (amr.length > 0 && id !== undefined)
      await askPlugins(resolved, (plugin, theirs) => plugin.signedInWithFactor?.(theirs, String(id)));
    if (enrolment === undefined) return;
    if (id === undefined) throw new AccessDenied("A second factor needs a user with an id");
    const owner = { resolved, own, userId: String(id) };
    if (!(await enrol(owner, enrolment)))
      throw new AccessDenied("The user has set up another second factor meanwhile");
    if (isNew === true) return;
    const { context } = passage;
    await tellChange(context, { userId: owner.userId, of: "factor", is: "added" });
  },
  async stamp(passage, token) {
    const note = noteOf(passage);
    return note.amr.length === 0 ? token : stampToken(passage.context.resolved, note, token);
  },
  async signedIn(passage, result, own): Promise<FlowResult> {
    const { context } = passage;
    const note = noteOf(passage);
    let marked = result;
    try {
      if (note.amr.length > 0) marked = await markNewSession(context, own, result, note);
      if (note.trustedBy === undefined || settings.trustDays === false) return marked;
      const cookie = await trustBrowser(context, own, note.trustedBy, settings.trustDays);
      return { ...marked, cookies: [...(marked.cookies ?? []), cookie] };
    } catch (thrown) {
      // The session is made, and its user has shown the factor: at worst it is asked for once more.
      context.resolved.logger.error(toError(thrown));
      return marked;
    }
  },
});

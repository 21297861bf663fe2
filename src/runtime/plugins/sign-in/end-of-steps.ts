/** What steps do once all of them are passed: with the stored user, with the token, and with the answer. */
import type { SignIn } from "../../accounts/sign-in.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { JWT } from "../../types/entities.js";
import type { FlowContext } from "../../types/flow.js";
import type { PendingSignIn } from "./pending-sign-in.js";
import type { PluginScope, PluginStep, StepPassage } from "../host/plugin.js";
import { pluginsOf, scopeOf } from "../host/scope.js";

interface PassedStep {
  readonly step: PluginStep;
  readonly passage: StepPassage;
  readonly own: PluginScope;
}

/** The same sign-in, told to the steps that its user has passed. */
export function endOfSteps(context: FlowContext, signIn: SignIn, notes: PendingSignIn["notes"]) {
  const { resolved } = context;
  const passed: readonly PassedStep[] = pluginsOf(resolved.config).flatMap((plugin) =>
    (plugin.steps ?? [])
      .filter(({ id }) => Object.hasOwn(notes, id))
      .map((step) => ({
        step,
        passage: { context, note: notes[step.id] },
        own: scopeOf(plugin, resolved),
      })),
  );
  const told: SignIn = {
    ...signIn,
    notes,
    async onLinked(owner, isNewUser) {
      for (const { step, passage, own } of passed) await step.linked?.(passage, owner, own);
      await signIn.onLinked?.(owner, isNewUser);
    },
  };
  const stamped = withStamp(context, async (token) => {
    let last = token;
    for (const { step, passage } of passed) last = (await step.stamp?.(passage, last)) ?? last;
    return last;
  });
  const finish = async (result: FlowResult): Promise<FlowResult> => {
    let last = result;
    for (const { step, passage, own } of passed) last = (await step.signedIn?.(passage, last, own)) ?? last;
    return last;
  };
  return { signIn: told, stamped, finish };
}

/** The same request; tokens that it seals get the stamp, behind all callbacks. */
export function withStamp(context: FlowContext, stamp: (token: JWT) => Promise<JWT>): FlowContext {
  const { resolved } = context;
  const { encode } = resolved.jwt;
  const jwt: typeof resolved.jwt = {
    ...resolved.jwt,
    // A young token is sealed anew too.
    updateAge: 0,
    encode: async (params) =>
      encode(params.token === undefined ? params : { ...params, token: await stamp(params.token) }),
  };
  return { ...context, resolved: { ...resolved, jwt } };
}

/** A form that asks for what it asks, and for the second factor of the user beside it: both are right, or nothing is done. */
import { throttleOf } from "../../flows/tries.js";
import { clientAddressOf } from "../../security/client-address.js";
import type { FlowContext } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { DefinedPlugin, PluginPage, PluginScope } from "../host/plugin.js";

/** The factor of a user who is asked on a form. */
export interface AskedFactor {
  readonly fields: Pick<PluginPage, "content" | "css">;
  /**
   * Asks for the form's own proof first: while that is wrong no code is used up. Wrong codes count as at sign-in.
   *
   * @param prove undefined: it is wrong
   * @returns undefined: one of them is wrong
   * @throws TooManyAttempts
   */
  proveWith<Proof>(
    body: Readonly<Record<string, unknown>>,
    prove: () => Promise<Proof | undefined>,
  ): Promise<Proof | undefined>;
}

/** Has the user set up a factor, of any plugin? */
export async function hasFactor(resolved: ResolvedConfig, userId: string): Promise<boolean> {
  const asked = await askPlugins(resolved, ({ factor }, own) => factor?.isSetUp?.(own, userId));
  return [...asked.values()].includes(true);
}

/** @returns `none`: the user has no factor; `elsewhere`: one that no form can ask for */
export async function askedFactorOf(
  context: FlowContext,
  userId: string,
): Promise<AskedFactor | "none" | "elsewhere"> {
  const asked = await askPlugins(context.resolved, async (plugin, own) =>
    (await plugin.factor?.isSetUp?.(own, userId)) === true
      ? askedOf({ context, plugin, own, userId })
      : undefined,
  );
  const [first, ...others] = asked.values();
  return others.length > 0 ? "elsewhere" : (first ?? "none");
}

class WrongCode extends Error {}

function askedOf({
  context,
  plugin,
  own,
  userId,
}: {
  readonly context: FlowContext;
  readonly plugin: DefinedPlugin;
  readonly own: PluginScope;
  readonly userId: string;
}): AskedFactor | "elsewhere" {
  const onForm = plugin.factor?.onForm;
  if (onForm === undefined) return "elsewhere";
  const { resolved } = context;
  return {
    fields: onForm.fields(context, own),
    async proveWith(body, prove) {
      // The lock first: that it is shut must not tell that the other proof was right.
      await onForm.assertOpen(own, userId);
      const who = {
        provider: `plugin:${plugin.id}`,
        identifiers: [userId],
        clientAddress: clientAddressOf(context),
      };
      const proveBoth = async () => {
        const proof = await prove();
        if (proof === undefined || (await onForm.judge({ resolved, own, userId }, body))) return proof;
        throw new WrongCode();
      };
      const isWrong = (error: unknown) => error instanceof WrongCode;
      return throttleOf(resolved)
        .attempt(who, proveBoth, isWrong)
        .catch((error: unknown) => (isWrong(error) ? undefined : Promise.reject(error)));
    },
  };
}

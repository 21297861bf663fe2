/** What other plugins do for a user where an administrator asks for it: each says in its rows what there is to do. */
import { pluginsOf, scopeOf } from "../host/scope.js";
import type { HelpName } from "../host/plugin-scope.js";
import { PluginError } from "../host/plugin-error.js";
import { AdminError, asTooMany } from "./admin-error.js";
import { changingUser, type ChangedUser } from "./banning.js";
import type { OfficeAsking } from "./call.js";

type Fields = Readonly<Record<string, unknown>>;

const names: Readonly<Record<HelpName, true>> = { sendReset: true, handOver: true };

const isHelp = (name: unknown): name is HelpName => typeof name === "string" && Object.hasOwn(names, name);

/** @throws AdminError with `unable` where no plugin does it; what the plugin throws */
export async function help(
  asking: OfficeAsking,
  id: unknown,
  { plugin, help: name, value }: Fields,
): Promise<void> {
  const changed = await changingUser(asking, id);
  if (!isHelp(name) || typeof value !== "string")
    throw new AdminError("invalid", "The form does nothing that is known here");
  await helpBy(changed, name, value, (one) => one.id === plugin);
}

/** @param isMeant which of the plugins */
export async function helpBy(
  { context, user, adminId: by }: Pick<ChangedUser, "context" | "user" | "adminId">,
  name: HelpName,
  value: string,
  isMeant: (plugin: { readonly id: string }) => boolean,
): Promise<void> {
  const { resolved } = context;
  const plugin = pluginsOf(resolved.config).find((one) => one.helps?.[name] !== undefined && isMeant(one));
  const run = plugin?.helps?.[name];
  if (plugin === undefined || run === undefined)
    throw new AdminError("unable", `No plugin of the configuration can do this: ${name}`);
  try {
    await asTooMany(run(scopeOf(plugin, resolved), { context, user, value, by }));
  } catch (thrown) {
    if (!(thrown instanceof PluginError) || thrown instanceof AdminError) throw thrown;
    throw new AdminError("unable", thrown.message);
  }
}

import type { Store } from "../../accounts/sign-in.js";
import { MissingAdapter } from "../../errors/index.js";
import type { PasswordCall } from "./options.js";

/** The store of the app's users. @throws MissingAdapter; the configuration is refused before */
export function storeOf({ context }: PasswordCall): Store {
  const { adapter } = context.resolved;
  if (adapter === undefined) throw new MissingAdapter('The plugin "password" needs an adapter');
  return adapter;
}

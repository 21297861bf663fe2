/** The roles that an app gives the plugin `organizations`, as its code says them. */
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { valueOf } from "../../cli/source/names/values.js";
import { textsIn } from "../../cli/source/syntax/access.js";
import { parseExpression } from "../../cli/source/syntax/syntax.js";

/** Permissions by role, the highest first; undefined for a list that is not in sight. */
export type WrittenRoles = Readonly<Record<string, readonly string[] | undefined>>;

/** @returns undefined: the configuration lacks the plugin, or its roles are not in sight */
export function organizationRoles(
  configuration: ConfiguredProject["configuration"],
): WrittenRoles | undefined {
  const plugin = configuration?.plugins.find(({ id }) => id === "organizations");
  if (plugin === undefined || plugin.hidesOptions) return undefined;
  const roles = plugin.options.flatMap(({ path, value, at }) => {
    const [option, name, ...deeper] = path.split(".");
    return option === "roles" && name !== undefined && deeper.length === 0
      ? [{ name, value, file: at.path }]
      : [];
  });
  if (roles.length === 0) return undefined;
  return Object.fromEntries(
    roles.map(({ name, value, file }) => [name, textsIn(valueOf(parseExpression(value, file)))]),
  );
}

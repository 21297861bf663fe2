/** The functions that plugins add to `auth`, by name. */
import { functionNames } from "../../server-functions/function-names.js";

/** Members that `auth` has in some framework. */
export const members: ReadonlySet<string> = new Set(
  "auth caller handle handler handlers health mount pages plugin require session signIn signOut unstable_update update wellKnown".split(
    " ",
  ),
);

/** What languages look for in any object that they are given. */
const never: ReadonlySet<string> = new Set(
  "then catch finally constructor prototype toString valueOf".split(" "),
);

const form = /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)?$/;

/** `toJSON`, `onModuleInit`: frameworks call them where they are there. */
const hook = /^(?:to|on)[A-Z]/;

/**
 * Called at the top of the module of a plugin. A configuration imports it, so that the names are there before `auth` is
 * made.
 *
 * @param names `organizations.list`, `token`
 * @throws TypeError for a name that means something else
 */
export function provideFunctions(...names: readonly string[]): void {
  for (const name of names) {
    const [key = name, ...others] = name.split(".");
    const isTaken = members.has(key) || hook.test(key) || [key, ...others].some((each) => never.has(each));
    if (isTaken || !form.test(name))
      throw new TypeError(`auth.${name} can be no function of a plugin: the name means something else`);
    functionNames.add(name);
  }
}

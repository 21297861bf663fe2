/** Which module of ours, and which name there, stands for a name of the old packages. */
import { adapterSwaps } from "./packages.js";
import {
  adviceFor,
  exported,
  otherSubpaths,
  providerModules,
  renamed,
  renamedInNuxt,
  subpathInNuxt,
  subpathOf,
} from "./names.js";

/** What is known while a migration looks for counterparts. */
export interface TargetRules {
  readonly packageName: string;
  /** Ids of our providers. */
  readonly providers: ReadonlySet<string>;
  /** The app is one of Nuxt. */
  readonly isNuxt?: boolean;
}

const subpathsFor = ({ isNuxt }: TargetRules) => (isNuxt ? subpathInNuxt : subpathOf);

export type ImportTarget =
  | { readonly kind: "found"; readonly specifier: string; readonly name: string }
  | {
      readonly kind: "none";
      readonly why: string;
      readonly write: string;
      /** Code that takes a value from there does not compile afterwards. */
      readonly breaks?: true;
    };

const providerModule =
  /^(?:next-auth|@auth\/core|@auth\/express|@auth\/sveltekit)\/providers\/(?!index$)(.+)$/;

const providerIn = (specifier: string): string | undefined => providerModule.exec(specifier)?.[1];

const none = (why: string, write: string): ImportTarget => ({ kind: "none", why, write });

export const subpathOfPackage = ({ packageName }: TargetRules, subpath: string): string =>
  subpath === "" ? packageName : `${packageName}/${subpath}`;

/** The module that takes the place of an old one as a whole. */
export function moduleFor(specifier: string, rules: TargetRules): ImportTarget {
  const swap = adapterSwaps[specifier];
  if (swap) return { kind: "found", specifier: swap.to, name: "*" };
  const plain = specifier.replace(/\.js$/, "");
  const subpaths = subpathsFor(rules);
  const written = plain in subpaths ? undefined : providerIn(plain);
  const id = written === undefined ? undefined : (providerModules[written] ?? written);
  if (id !== undefined) {
    return rules.providers.has(id)
      ? { kind: "found", specifier: subpathOfPackage(rules, `providers/${id}`), name: "default" }
      : {
          kind: "none",
          why: `there is no provider "${id}"`,
          write: `describe it in the providers list: { id: "${id}", name: "…", type: "oidc", issuer: "…" }`,
          breaks: true,
        };
  }
  const subpath = subpaths[plain];
  return subpath === undefined
    ? none(`"${specifier}" has no counterpart`, `take what you need from "${rules.packageName}"`)
    : { kind: "found", specifier: subpathOfPackage(rules, subpath), name: "*" };
}

/** The module and name for one import. */
export function nameFor(specifier: string, imported: string, rules: TargetRules): ImportTarget {
  const module = moduleFor(specifier, rules);
  if (module.kind === "none") return module;
  const swap = adapterSwaps[specifier];
  if (swap) return { ...module, name: swap.names?.[imported] ?? imported };
  const name = (rules.isNuxt ? renamedInNuxt : renamed)[imported] ?? imported;
  const advice = adviceFor[name];
  const subpath = subpathsFor(rules)[specifier.replace(/\.js$/, "")];
  const own = subpath === undefined ? undefined : exported[subpath];
  const has = own === undefined ? advice === undefined && !providersOnly.has(name) : own.includes(name);
  if (has) return { kind: "found", specifier: module.specifier, name };
  const other =
    imported === "default" ? undefined : otherSubpaths.find((one) => exported[one]?.includes(name));
  if (other !== undefined) return { kind: "found", specifier: subpathOfPackage(rules, other), name };
  return none(
    `"${imported}" of "${specifier}" has no counterpart`,
    advice ?? `do without it, or look in "${rules.packageName}"`,
  );
}

/** Types that the old modules of single providers export and ours keep together. */
const providersOnly: ReadonlySet<string> = new Set(["EmailConfig", "CredentialsConfig", "CredentialInput"]);

/** A configuration as data for programs: what there is and where, without values that may be secret. */
import type { AuthConfigModel, ConfigOption, SourcePlace } from "./auth-config.js";
import { numberOf, stringOf } from "./literals.js";

/** Texts that say how the app behaves; every other text may be a secret. */
const openTexts = /^(?:basePath|session\.strategy|pages\.\w+|theme\.colorScheme|redirectProxyUrl)$/;

const placeText = ({ path, line }: SourcePlace): string => `${path}:${line}`;

export interface DescribedConfiguration {
  readonly entry: string;
  readonly calls: readonly { readonly name: string; readonly module: string; readonly at: string }[];
  /** By path; `value` where it is a number, true or false, or a text that cannot be a secret. */
  readonly options: Readonly<
    Record<string, { readonly at: string; readonly value?: string | number | boolean }>
  >;
  readonly providers: readonly {
    readonly id: string | null;
    readonly module: string | null;
    readonly at: string;
    readonly options: readonly string[];
  }[];
  readonly adapter: string | null;
  readonly plugins: string | null;
  readonly callbacks: readonly string[];
  readonly unreadable: readonly { readonly at: string; readonly why: string }[];
}

export function describeConfiguration(model: AuthConfigModel): DescribedConfiguration {
  const at = (path: string) => model.options.find((one) => one.path === path)?.at;
  const place = (path: string) => {
    const found = at(path);
    return found === undefined ? null : placeText(found);
  };
  return {
    entry: model.entry,
    calls: model.calls.map((one) => ({ name: one.name, module: one.module, at: placeText(one.at) })),
    options: Object.fromEntries(model.options.map((one) => [one.path, describeOption(one)])),
    providers: model.providers.map((one) => ({
      id: one.id ?? null,
      module: one.module ?? null,
      at: placeText(one.at),
      options: one.options.map(({ path }) => path).sort(),
    })),
    adapter: place("adapter"),
    plugins: place("plugins"),
    callbacks: model.options
      .flatMap(({ path }) => (path.startsWith("callbacks.") ? [path.slice("callbacks.".length)] : []))
      .sort(),
    unreadable: model.unreadable.map((one) => ({ at: placeText(one.at), why: one.why })),
  };
}

function describeOption({ path, value, at }: ConfigOption) {
  const known =
    value === "true" || value === "false"
      ? value === "true"
      : (numberOf(value) ?? (openTexts.test(path) ? stringOf(value) : undefined));
  return { at: placeText(at), ...(known !== undefined && { value: known }) };
}

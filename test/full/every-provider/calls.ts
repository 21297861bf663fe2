/** Every factory of the reference with every option that it documents, as an app writes them. */
import { records } from "../../../src/providers/records.js";
import { isUntyped, neededOptions, writtenOptions } from "../../providers/option-values.js";
import { type ReferenceFactory, referenceFactories } from "../../providers/reference-options.js";

export interface WrittenProvider {
  /** The id under which the app offers it: the factory's, with the number of the variant after it. */
  readonly id: string;
  /** Our id of the factory. */
  readonly factory: string;
  readonly kind: "oauth" | "email" | "credentials" | "webauthn";
  readonly variant: number;
  /** Names of the options that stand in the call. */
  readonly options: readonly string[];
  /** The call in source. */
  readonly source: string;
}

/**
 * Values of one option that exclude each other are spread over variants of a provider; so are options that do.
 * Variant 0 leaves the provider where it is, so that its profile is read as it stands in the factory; 1 has an id,
 * a profile and parameters of its own; 2 addresses of its own; 3 an answer that goes to another host.
 */
const variants = [0, 1, 2, 3] as const;
const notIn: Readonly<Record<string, readonly number[]>> = {
  id: [0],
  profile: [0, 2],
  authorization: [0],
  token: [0, 1],
  userinfo: [0, 1],
  redirectProxyUrl: [0, 1, 2],
};
/** Which of the values of an option a variant gets; other options take them in turn. */
const chosen: Readonly<Record<string, readonly number[]>> = {
  authorization: [0, 2, 0, 1],
  token: [0, 0, 0, 1],
  userinfo: [0, 0, 0, 1],
};

const kindOf = (id: string): WrittenProvider["kind"] =>
  records[id]
    ? "oauth"
    : id === "credentials"
      ? "credentials"
      : ["passkey", "webauthn"].includes(id)
        ? "webauthn"
        : "email";

/** What a type of the reference demands in every variant. */
const isRequired = (factory: string, option: string): boolean =>
  factory === "netsuite" && option === "userinfo";

/** One passkey provider of an app may fill in forms by itself. */
const fillsIn = (factory: string, variant: number): boolean => factory === "passkey" && variant === 0;

export function writtenProviders(): { factories: readonly ReferenceFactory[]; providers: WrittenProvider[] } {
  const factories = referenceFactories();
  const providers = factories.flatMap((factory) =>
    variants
      .filter((variant) => variant < (kindOf(factory.id) === "oauth" ? 4 : 2))
      .map((variant) => written(factory, variant)),
  );
  return { factories, providers };
}

function written({ id: factory, options }: ReferenceFactory, variant: number): WrittenProvider {
  const id = variant === 0 ? factory : `${factory}-${variant}`;
  const names = options.filter(
    (option) =>
      !isUntyped(factory, option) && (isRequired(factory, option) || !notIn[option]?.includes(variant)),
  );
  const issuer = names.includes("issuer") ? valueIn(factory, "issuer", variant) : "";
  const members = names.map((option) => {
    if (option === "enableConditionalUI") return `${option}: ${fillsIn(factory, variant)}`;
    if (option === "id") return `id: ${JSON.stringify(id)}`;
    // The document of the issuer that is named beside it.
    if (option === "wellKnown")
      return `wellKnown: ${JSON.stringify(`${issuer.slice(9, -1).replace(/\/$/, "")}/.well-known/openid-configuration`)}`;
    return valueIn(factory, option, variant);
  });
  const needed = neededOptions(factory, "").replace(/, $/, "");
  if (needed !== "" && !names.includes(needed.slice(0, needed.indexOf(":")))) members.push(needed);
  // The reference's own type of this provider does not fit into its list.
  const cast = factory === "loops" ? " as unknown as Provider" : "";
  const source = `${nameOf(factory)}({\n    ${members.join(",\n    ")},\n  })${cast}`;
  return { id, factory, kind: kindOf(factory), variant, options: names, source };
}

function valueIn(factory: string, option: string, variant: number): string {
  const values = writtenOptions(option, factory);
  const value = values[(chosen[option]?.[variant] ?? variant) % values.length];
  if (value === undefined) throw new Error(`No value for ${option} of ${factory}`);
  return value;
}

export const nameOf = (factory: string): string => `make_${factory.replace(/\W/g, "_")}`;

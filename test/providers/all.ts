import { readdirSync } from "node:fs";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import { records } from "../../src/providers/records.js";
import type { OAuthConfig } from "../../src/runtime/types/provider.js";

/* oxlint-disable-next-line no-explicit-any -- providers have different profiles */
type Config = OAuthConfig<any>;
export type Factory = (options?: Readonly<Record<string, unknown>>) => Config;

const folder = new URL("../../src/providers/", import.meta.url);
/** Modules beside those of providers: lists, types, and a second name of one. */
export const others: readonly string[] = [
  "index",
  "catalog",
  "records",
  "oauth",
  "provider-types",
  "ory-hydra",
];

/** Ids of all modules of the providers' room. */
export const moduleIds: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -3))
  .filter((name) => !others.includes(name))
  .sort();

const modules = await Promise.all(
  Object.keys(records).map(
    async (id) =>
      [
        id,
        (await import(new URL(`${id}.ts`, folder).href)) as { default: Factory; record: ProviderRecord },
      ] as const,
  ),
);

/** Every OAuth and OIDC provider: id, record and factory. */
export const all: readonly (readonly [id: string, record: ProviderRecord, make: Factory])[] = modules.map(
  ([id, { default: make, record }]) => [id, record, make],
);

/** What the record says that must be given, as its examples. */
export const exampleOptions = ({ params = [] }: ProviderRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    params.filter(({ required }) => required).map(({ name, example = "" }) => [name, example]),
  );

/** Templates of a record with those examples and its defaults. */
export function filled(record: ProviderRecord, template: string): string {
  const given = exampleOptions(record);
  const defaults = Object.fromEntries((record.params ?? []).map((param) => [param.name, param.default]));
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value =
      given[name] ??
      defaults[name] ??
      (name === "issuer" && record.issuer !== template ? filled(record, record.issuer ?? "") : undefined);
    return value === undefined ? hole : template === hole ? value : value.replace(/\/+$/, "");
  });
}

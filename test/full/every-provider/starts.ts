/** Where sign-ins lead before and after a migration, parameter by parameter, each difference with its reason. */
import { records } from "../../../src/providers/records.js";
import { type AnyFactory, differences } from "../../providers/compare.js";
import type { WrittenProvider } from "./calls.js";

/** Differences by `provider field "before" "after"`; those that a bare provider has too have their reason in compare.ts. */
export const meant: readonly { readonly lines: RegExp; readonly reason: string }[] = [
  {
    lines: /^\S+-1 address "https:\/\/\S+\/authorize" /,
    reason: "parameters alone leave the address: the reference loses one that was written as text",
  },
  {
    lines: /^mattermost-1 (address "\S*\/auth\/error|\w+ undefined )/,
    reason: "for the same reason the reference cannot start at all",
  },
  {
    lines: /^\S+-[123] (?!address|client_id|redirect_uri|scope|state|nonce|code_challenge)\w+ undefined /,
    reason: "what an address does not say stays as the provider has it; the reference drops all of it",
  },
  {
    lines: /^\S+ (state|nonce|code_challenge|code_challenge_method) "\w+" undefined$/,
    reason: "a list of checks that somebody gives is taken as it is; the reference mixes two lists by index",
  },
  {
    lines: /^(atlassian|netsuite)(-\d)? prompt undefined /,
    reason: "declared by the reference and without effect there, or as the vendor documents it",
  },
  { lines: /^frontegg address /, reason: "discovery tells the endpoints" },
  { lines: /^\S+ scope "" undefined$/, reason: "a provider without scopes is sent none" },
  { lines: /^netsuite scope /, reason: "declared by the reference and without effect there" },
  { lines: /^azure-devops-2 response_type "code" "Assertion"$/, reason: "stays as the provider has it" },
  {
    lines: /^notion-2 redirect_uri \S+ "https:\/\/app\.example\.com\/auth\/callback\/notion"$/,
    reason: "redirectUri stays what the app says; the reference drops it with the other parameters",
  },
  { lines: /^tiktok(-\d)? client_id "[\w-]+" undefined$/, reason: "TikTok knows client_key only" },
  { lines: /^wechat(-\d)? client_id "[\w-]+" undefined$/, reason: "WeChat knows appid only" },
];

const random = new Set(["state", "nonce", "code_challenge"]);

/** One address with its parameters. What is random counts by being there. */
function fieldsOf(location: string): Record<string, string> {
  if (!URL.canParse(location)) return { address: location };
  const { origin, pathname, searchParams } = new URL(location);
  const params = [...searchParams].map(([name, value]) => [name, random.has(name) ? "given" : value]);
  return { ...(Object.fromEntries(params) as Record<string, string>), address: origin + pathname };
}

/** Fields that differ, without those that the provider itself, without options, is meant to have otherwise. */
export async function differing(
  { id, factory, kind }: WrittenProvider,
  file: string,
  [before, after]: readonly [string, string],
): Promise<string[]> {
  const [theirs, ours] = [fieldsOf(before), fieldsOf(after)];
  const own = kind === "oauth" ? await ownDifferences(factory, file) : new Set<string>();
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .filter((name) => theirs[name] !== ours[name] && !own.has(kindOfField(name)))
    .map((name) => `${id} ${name} ${text(theirs[name])} ${text(ours[name])}`);
}

const text = (value: string | undefined): string =>
  value === undefined ? "undefined" : JSON.stringify(value);

/** Parameters that say who asks, and where the answer goes, differ for nobody. */
function kindOfField(name: string): string {
  if (name === "address") return "authorization";
  if (name === "scope") return "scope";
  return ["client_id", "redirect_uri", "response_type", ...random].includes(name) ? "" : "params";
}

async function ownDifferences(factory: string, file: string): Promise<ReadonlySet<string>> {
  const record = records[factory];
  if (!record) throw new Error(`${factory} has no record`);
  const ours = (await import(`../../../src/providers/${factory}.ts`)) as { default: AnyFactory };
  const theirs = (await import(`@auth/core/providers/${file}`)) as { default: AnyFactory };
  return new Set(differences(record, ours.default, theirs.default).map(({ field }) => field));
}

import { cutItem } from "../../edit/comma-list.js";
import type { ProviderMember, ProviderObject } from "../survey/providers.js";
import type { Finding } from "./imports.js";
import type { TextEdit } from "../../edit/text-edit.js";

/** Options of factories that have another name here. A tenant that is not read would let every tenant in. */
const renamedOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "azure-ad": { tenantId: "tenant" },
  "azure-ad-b2c": { tenantId: "tenant", primaryUserFlow: "policy" },
  "microsoft-entra-id": { tenantId: "tenant" },
};

/** Members of providers that next-auth 4 understood, by what their source looks like. */
const members: readonly (Omit<Finding, "offset"> & { readonly name: string; readonly is: RegExp })[] = [
  {
    name: "version",
    is: /^.1/,
    why: "OAuth 1.0 is gone",
    write: "the OAuth 2.0 endpoints of the provider",
  },
  {
    name: "idToken",
    is: /^true$/,
    why: "`idToken` belongs to providers of type oidc",
    write: 'type: "oidc" with issuer: "…"; wellKnown only where it is not below the issuer',
  },
  {
    name: "token.request",
    is: /./,
    why: "`token.request` is not called",
    write: 'token: { url: "…", params: { … }, conform: async (response) => response }',
  },
  {
    name: "userinfo.request",
    is: /\bclient\b/,
    why: "`userinfo.request` gets tokens and provider, no client",
    write:
      'request: async ({ tokens }) => (await fetch("…", { headers: { authorization: `Bearer ${tokens.access_token}` } })).json()',
  },
];

/** Options and written-out providers of next-auth as ours. */
export function migrateProviders(
  text: string,
  objects: readonly ProviderObject[],
  isVersion4: boolean,
): { edits: TextEdit[]; findings: Finding[] } {
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  for (const { factory, members: own, list, start } of objects) {
    const names = renamedOptions[factory ?? ""];
    for (const one of own) {
      const name = names?.[one.name];
      if (name !== undefined)
        edits.push({ ...one.nameAt, text: one.shorthand ? `${name}: ${one.name}` : name });
    }
    if (!isVersion4) continue;
    const version = own.find(({ name }) => name === "version");
    if (factory === "twitter") {
      if (version && /^.2/.test(sourceOf(text, version)) && list) edits.push(...cutItem(text, list, version));
      else
        findings.push({
          offset: start,
          why: "next-auth 4 signs in with OAuth 1.0 here",
          write: "the client id and secret for OAuth 2.0 of the same app",
        });
    }
    for (const one of own) {
      if (one.name === "checks" && one.isText) {
        edits.push({ ...one.value, text: `[${sourceOf(text, one)}]` });
        continue;
      }
      const found = members.find(({ name, is }) => name === one.name && is.test(sourceOf(text, one)));
      if (found && factory !== "twitter")
        findings.push({ offset: one.start, why: found.why, write: found.write });
    }
  }
  return { edits, findings };
}

const sourceOf = (text: string, { value }: ProviderMember): string => text.slice(value.start, value.end);

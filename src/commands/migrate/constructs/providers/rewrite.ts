import { cutItem } from "../../../../cli/edit/comma-list.js";
import type { ProviderMember, ProviderObject } from "./read.js";
import { changeOf, leave, mergeChanges, noChange, type Change, type PlacedTodo } from "../../change.js";
import { mentions } from "../../../../cli/source/names/code-names.js";
import { stringOf } from "../../../../cli/source/configuration/literals.js";

/** Options of factories that have another name here. A tenant that is not read would let every tenant in. */
const renamedOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "azure-ad": { tenantId: "tenant" },
  "azure-ad-b2c": { tenantId: "tenant", primaryUserFlow: "policy" },
  "microsoft-entra-id": { tenantId: "tenant" },
};

/** Members of providers that next-auth 4 understood, by their values. */
const members: readonly (Omit<PlacedTodo, "offset"> & {
  readonly name: string;
  readonly is: (value: string) => boolean;
})[] = [
  {
    name: "version",
    is: (value) => stringOf(value)?.startsWith("1") === true,
    why: "OAuth 1.0 is gone",
    write: "the OAuth 2.0 endpoints of the provider",
  },
  {
    name: "idToken",
    is: (value) => value === "true",
    why: "`idToken` belongs to providers of type oidc",
    write: 'type: "oidc" with issuer: "…"; wellKnown only where it is not below the issuer',
  },
  {
    name: "token.request",
    is: () => true,
    why: "`token.request` is not called",
    write: 'token: { url: "…", params: { … }, conform: async (response) => response }',
  },
  {
    name: "userinfo.request",
    is: (value) => mentions(value, "provider.ts", "client"),
    why: "`userinfo.request` gets tokens and provider, no client",
    write:
      'request: async ({ tokens }) => (await fetch("…", { headers: { authorization: `Bearer ${tokens.access_token}` } })).json()',
  },
];

/** Options and written-out providers of next-auth as ours. */
export const migrateProviders = (
  text: string,
  objects: readonly ProviderObject[],
  isVersion4: boolean,
): Change =>
  mergeChanges(
    objects.flatMap((object) => [
      renameOptions(object),
      ...(isVersion4
        ? [
            ...(object.factory === "twitter" ? [twitter(text, object)] : []),
            ...(object.factory === "twitter" ? [] : [secondVersion(text, object)]),
            ...object.members.map((member) => migrateMember(text, object, member)),
          ]
        : []),
    ]),
  );

function renameOptions({ factory, members: own }: ProviderObject): Change {
  const names = renamedOptions[factory ?? ""];
  const edits = own.flatMap(({ name: old, nameAt, shorthand }) => {
    const name = names?.[old];
    return name === undefined ? [] : [{ ...nameAt, text: shorthand ? `${name}: ${old}` : name }];
  });
  return changeOf({ edits });
}

/** Version 4 signed in with OAuth 1.0, unless `version: "2.0"` said otherwise. */
function twitter(text: string, object: ProviderObject): Change {
  const version = secondVersion(text, object);
  if (version !== noChange) return version;
  return leave({
    offset: object.start,
    why: "next-auth 4 signs in with OAuth 1.0 here",
    write: "the client id and secret for OAuth 2.0 of the same app",
    breaks: true,
  });
}

/** `version: "2.0"` goes: there is no other, and its type has no such member. */
function secondVersion(text: string, { members: own, list }: ProviderObject): Change {
  const version = own.find(({ name }) => name === "version");
  const isSecond = version && list && stringOf(sourceOf(text, version))?.startsWith("2");
  return isSecond ? changeOf({ edits: cutItem(text, list, version) }) : noChange;
}

function migrateMember(text: string, { factory }: ProviderObject, one: ProviderMember): Change {
  const source = sourceOf(text, one);
  if (one.name === "checks" && one.isText)
    return changeOf({ edits: [{ ...one.value, text: `[${source}]` }] });
  const found = members.find(({ name, is }) => name === one.name && is(source));
  if (!found || factory === "twitter") return noChange;
  return leave({ offset: one.start, why: found.why, write: found.write, breaks: true });
}

const sourceOf = (text: string, { value }: ProviderMember): string => text.slice(value.start, value.end);

/** The user that our configuration of a provider makes of a profile, against the one that the reference makes. */
import { profileOf, tokenMembersOf } from "../../src/commands/dev/server/providers.js";
import { simulatedUsers } from "../../src/commands/dev/server/users.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import type { AnyFactory, Difference } from "./compare.js";
import { meantProfiles } from "./meant-options.js";

type Fields = Readonly<Record<string, unknown>>;
type MapProfile = (profile: unknown, tokens: unknown) => Fields | Promise<Fields>;

export interface ProfileDifference extends Difference {
  /** The two values, as `meantProfiles` names them. */
  readonly line: string;
}

const visit = {
  user: simulatedUsers.find(({ id }) => id === "mira") ?? simulatedUsers[0]!,
  clientId: "cid",
  scope: "openid profile email",
  picture: "https://pictures.example.com/mira.png",
};

const defaultProfile: MapProfile = (profile) => {
  const claims = profile as Fields;
  return {
    id: claims["sub"] ?? claims["id"],
    name: claims["name"] ?? claims["nickname"] ?? claims["preferred_username"],
    email: claims["email"],
    image: claims["picture"],
  };
};

/** Members of a user that the two sides read differently from the same profile. */
export async function profileDifferences(
  record: ProviderRecord,
  make: AnyFactory,
  reference: AnyFactory,
): Promise<ProfileDifference[]> {
  const profile = profileOf(record, visit);
  const tokens = { access_token: "at", email: visit.user.email, ...tokenMembersOf(record, visit) };
  const options = optionsOf(record);
  const ours = mapOf(make, options);
  const theirs = mapOf(reference, options);
  const own = await userOf(ours, profile, tokens);
  const other = await withoutNetwork(() =>
    userOf(theirs, profile, tokens).catch((error: Error): Fields => ({ id: error.message })),
  );
  return (["id", "name", "email", "image"] as const).flatMap((member) => {
    const [one, here] = [other, own].map((user) => JSON.stringify(user[member] ?? null));
    if (one === here) return [];
    const line = `${record.id}: ${member} ${one} ours ${here}`;
    const reason = meantProfiles.find(({ lines }) => lines.test(line))?.reason ?? "";
    const field = `profile: ${member}`;
    return [{ line, field, reference: written(theirs, member), ours: record.profile?.[member], reason }];
  });
}

/** What both sides need to work at all. */
function optionsOf({ params = [], issuer }: ProviderRecord): Fields {
  const required = params.filter((param) => param.required).map(({ name, example }) => [name, example]);
  return {
    clientId: "cid",
    clientSecret: "test-secret",
    ...Object.fromEntries(required),
    ...(issuer?.includes("{") && { issuer: "https://login.example.com" }),
  };
}

const mapOf = (make: AnyFactory, options: Fields): MapProfile =>
  (make(options) as { profile?: MapProfile }).profile ?? defaultProfile;

/** The id as the text that is stored. */
async function userOf(map: MapProfile, profile: unknown, tokens: object): Promise<Fields> {
  const user = await map(structuredClone(profile), tokens);
  return { ...user, id: String(user["id"]) };
}

/** Microsoft's factory of the reference asks for a picture. */
async function withoutNetwork<T>(run: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  try {
    return await run();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** How the reference's code says a member of the user. */
const written = (map: MapProfile, member: string): string | undefined =>
  new RegExp(`^\\s*${member}: (.+?),?$`, "m").exec(String(map))?.[1]?.replace(/^null$/, "") || undefined;

/**
 * What tells two states apart. Ids are named by where they stand, so that walks which differ in nothing else meet. Dates
 * count from now.
 */
import { createHash } from "node:crypto";
import { decode } from "authwright/jwt";
import { sessionCookie } from "./browser.js";
import { clock } from "./clock.js";
import type { World } from "./world.js";

type Fact = readonly [table: string, facts: unknown];

/** Ids, and what chance or a hash has made. */
const opaque = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w+/$=.~-]{20,}/gi;

export async function stateOf(world: World): Promise<string> {
  const facts = [...(await world.store.rows()), ...(await browsersOf(world)), ...bookOf(world)];
  return digest(
    refined(facts.map(([table, value]) => `${table} ${JSON.stringify(value, plain)}`)).join("\n"),
  );
}

/** Names of opaque values, made finer in three rounds by the lines that they stand in. */
function refined(lines: readonly string[]): string[] {
  let names = new Map<string, string>();
  let named: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    named = lines.map((line) => line.replace(opaque, (value) => `<${names.get(value) ?? ""}>`));
    const places = new Map<string, string[]>();
    lines.forEach((line, at) => {
      for (const { 0: value, index } of line.matchAll(opaque))
        places.set(value, [...(places.get(value) ?? []), `${named[at]} ${placeIn(line, index)}`]);
    });
    names = new Map(
      [...places].map(([value, where]) => [value, digest(once(where).sort().join("\n")).slice(0, 12)]),
    );
  }
  return once(named).sort();
}

/** Of sessions that are over a mark stays: how many there were changes nothing. */
const once = (lines: readonly string[]): string[] =>
  lines.filter((line, at) => !line.startsWith("auth_session_info") || lines.indexOf(line) === at);

/** The member that the value stands in. */
const placeIn = (line: string, index: number): string =>
  /"(\w+)":[^:]*$/.exec(line.slice(0, index))?.[1] ?? "";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

async function browsersOf(world: World): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const [name, browser] of world.browsers) {
    const session = browser.cookies.get(sessionCookie);
    if (session !== undefined) {
      // Once it is over nothing but the key tells two of them apart.
      const key = session.startsWith("eyJ") && keyOf(session);
      facts.push(["cookie", { name, key, session: await opened(world, session) }]);
    }
    const others = [...browser.cookies.keys()].filter((each) =>
      /trusted|known|pending|set-up|mail-start|reconnect|max-age/.test(each),
    );
    for (const each of others) facts.push(["cookie", { name, is: each }]);
  }
  return facts;
}

async function opened(world: World, cookie: string): Promise<unknown> {
  for (const secret of world.secrets) {
    const token = await decode({ token: cookie, secret, salt: sessionCookie }).catch(() => null);
    if (token !== null) return token;
  }
  return cookie;
}

function bookOf({
  book,
  teams,
  link,
  mails,
  totp,
  passkeys,
  passwords,
  secrets,
  signUps,
  askedAt,
  diedAt,
}: World): Fact[] {
  const unused = mails.filter(({ isUsed }) => !isUsed);
  const sids = [...book.sittings.values()].flatMap(({ begunWith }) => begunWith?.sid ?? []);
  const newestFirst = [...new Set(sids)].sort((a, b) => Number(b.slice(4)) - Number(a.slice(4)));
  return [
    ...[...book.accounts].map((each): Fact => ["account", each]),
    ...[...book.ways].map((each): Fact => ["way", each]),
    ...[...book.sittings].map(
      ([browser, { provenAt, factorAt, seenAt, replacedAt, begunAt, begunWith, session, ...rest }]): Fact => [
        "sitting",
        {
          browser,
          ...rest,
          shared: [...book.sittings].filter(([, other]) => other.session === session).map(([name]) => name),
          proven: ago(provenAt),
          begun: Number.isFinite(book.rules.absoluteMs) && ago(begunAt),
          with: begunWith && [newestFirst.indexOf(begunWith.sid), begunWith.isPast],
          seen: ago(seenAt),
          replaced: replacedAt && ago(replacedAt),
          factor: factorAt && ago(factorAt),
        },
      ],
    ),
    ...[...book.trusted].map(([browser, users]): Fact => ["trusted", { browser, users: [...users] }]),
    ...factsOf(teams),
    ["link", link],
    ["asked", [...askedAt].map(([actor, at]) => [actor, ago(at)])],
    ["uncertain", [...book.uncertain].sort()],
    ["unseen", [...book.provenUnseen]],
    [
      "mails",
      unused
        .map(({ path, to, at, by, url, secrets: known }) => [path, to, ago(at), by, known, teams.isOver(url)])
        .sort(),
    ],
    // It is pressed on again when it is used up.
    ["first invitation", firstInvitation(mails)],
    ["totp", totp.map(({ holder, user }) => ({ holder, user }))],
    [
      "passkeys",
      passkeys.map(({ way, device }) => [way, ...device.keys.map(({ id }) => id.toString("base64url"))]),
    ],
    ["died", [...diedAt].sort()],
    ["passwords", [...passwords, secrets.length, ...[...signUps].sort()]],
  ];
}

function firstInvitation(mails: World["mails"]): unknown {
  const first = mails.find(({ path }) => path === "/invitation");
  return first && [first.to, ago(first.at)];
}

/** A fact for each member: ids have no order. */
const factsOf = ({ teams, invitations }: World["teams"]): Fact[] => [
  ...teams.map(({ slug, former }): Fact => ["team", { slug, former: [...former].sort() }]),
  ...teams.flatMap(({ members }) => [...members].map(([user, role]): Fact => ["member", { user, role }])),
  ...teams.flatMap(({ uncertain }) =>
    [...uncertain].map(([user, may]): Fact => ["uncertain member", { user, may: [...may].sort() }]),
  ),
  ...invitations
    .filter(({ over }) => over === undefined)
    .map(({ team, at, ...each }): Fact => ["invitation", { ...each, at: ago(at), team: team.slug }]),
];

/** From now, in seconds; longer times as exactly as the limits that they meet: whole minutes, and whole days. */
const scales = [
  [600, 1],
  [86_400, 60],
  [40 * 86_400, 86_400],
] as const;

function ago(time: number): number {
  const past = Math.round((time - clock.now) / 1000);
  const scale = scales.find(([end]) => Math.abs(past) < end);
  return scale === undefined
    ? Math.sign(past) * Number.POSITIVE_INFINITY
    : Math.round(past / scale[1]) * scale[1];
}

/** Dates of rows come as texts of JSON, those of tokens as seconds, steps of codes as half minutes. */
function plain(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return `at ${ago(Date.parse(value))}`;
  if (typeof value === "string" && value.startsWith("eyJ")) return `${keyOf(value)} ${value}`;
  if (typeof value !== "number") return value;
  if (value > 1e11) return `at ${ago(value)}`;
  if (value > 1e9) return `at ${ago(value * 1000)}`;
  if (/step/i.test(key)) return `step ${value - Math.floor(clock.now / 30_000)}`;
  return value;
}

/** The secret that a value is sealed with, in four letters: too short to be taken for a value of chance. */
const keyOf = (sealed: string): string =>
  String(JSON.parse(Buffer.from(sealed.split(".")[0]!, "base64url").toString())["kid"] ?? "").slice(0, 4);

/**
 * What tells two states apart. Ids are named by where they stand, so that walks which differ in nothing else meet. Dates
 * count from now.
 */
import { hash } from "node:crypto";
import { decode } from "authwright/jwt";
import { canComeBack } from "./admin-doings.js";
import { type Act, goesOn } from "./book.js";
import { sessionCookie } from "./browser.js";
import { clock } from "./clock.js";
import type { World } from "./world.js";

type Fact = readonly [table: string, facts: unknown];

/** Ids, and what chance or a hash has made. */
const opaque = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w+/$=.~-]{20,}/gi;

export async function stateOf(world: World): Promise<string> {
  const facts = [
    ...(await world.store.rows()),
    ...(await browsersOf(world)),
    ...bookOf(world),
    ...waysBackOf(world),
  ];
  const lines = facts.map(([table, value]) => `${table} ${JSON.stringify(value, plain)}`);
  return digest(refined(lines.map(partsOf)).join("\n"));
}

/** A line, cut at its opaque values. */
interface Parts {
  readonly texts: readonly string[];
  /** Behind each text but the last one. */
  readonly values: readonly string[];
  /** The members that they stand in. */
  readonly places: readonly string[];
}

function partsOf(line: string): Parts {
  const [texts, values, places]: [string[], string[], string[]] = [[], [], []];
  let end = 0;
  for (const { 0: value, index } of line.matchAll(opaque)) {
    const text = line.slice(end, index);
    texts.push(text);
    values.push(value);
    places.push(memberAt(text) ?? places.at(-1) ?? "");
    end = index + value.length;
  }
  return { texts: [...texts, line.slice(end)], values, places };
}

/** The last member that a text names. */
const memberAt = (text: string): string | undefined => /.*"(\w+)":/s.exec(text)?.[1];

const named = ({ texts, values }: Parts, names: ReadonlyMap<string, string>): string =>
  texts.reduce((line, text, at) => `${line}<${names.get(values[at - 1]!) ?? ""}>${text}`);

/** Names of opaque values, made finer in three rounds by the lines that they stand in. */
function refined(lines: readonly Parts[]): string[] {
  let names = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    const found = new Map<string, Set<string>>();
    for (const line of lines) {
      if (line.values.length === 0) continue;
      const text = named(line, names);
      line.values.forEach((value, at) => {
        const where = found.get(value) ?? new Set();
        found.set(value, where.add(`${text} ${line.places[at]}`));
      });
    }
    names = new Map(
      [...found].map(([value, where]) => [value, digest([...where].sort().join("\n")).slice(0, 12)]),
    );
  }
  return once(lines.map((line) => named(line, names))).sort();
}

/** Of sessions that are over a mark stays: how many there were changes nothing. */
const once = (lines: readonly string[]): string[] =>
  lines.filter((line, at) => !/^auth_(session_info|admin_imp)/.test(line) || lines.indexOf(line) === at);

const digest = (text: string): string => hash("sha1", text);

async function browsersOf(world: World): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const [name, browser] of world.browsers) {
    const session = browser.cookies.get(sessionCookie);
    if (session !== undefined) {
      // Once it is over nothing but the key tells two of them apart.
      const sealed = session.replace(/^act\./, "");
      const key = sealed.startsWith("eyJ") && keyOf(sealed);
      facts.push(["cookie", { name, key, session: await opened(world, session) }]);
    }
    const others = [...browser.cookies.keys()].filter((each) =>
      /trusted|known|pending|set-up|mail-start|reconnect|max-age|aside/.test(each),
    );
    for (const each of others) facts.push(["cookie", { name, is: each }]);
  }
  return facts;
}

/** Cookies that were opened before, with how many secrets, and when. */
const known = new Map<string, unknown>();
const mostKnown = 20_000;

async function opened(world: World, cookie: string): Promise<unknown> {
  const key = `${world.secrets.length} ${clock.now} ${cookie}`;
  if (!known.has(key)) {
    if (known.size >= mostKnown) known.clear();
    known.set(key, await open(world, cookie));
  }
  return known.get(key);
}

async function open(world: World, cookie: string): Promise<unknown> {
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
  admins,
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
          act: factOf(book.acts.get(session)),
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
    ...[...admins.grants].map(([user, at]): Fact => ["grant", { user, at: ago(at) }]),
    ["kept out", [...book.keptOut].map(([what, until]) => [what, ago(until)]).sort()],
    ["link", link],
    ["asked", [...askedAt].map(([actor, at]) => [actor, ago(at)])],
    ["uncertain", [...book.uncertain].sort()],
    ["unseen", [...book.provenUnseen]],
    [
      "mails",
      unused
        .map(({ path, to, at, by, url, secrets: many }) => [path, to, ago(at), by, many, teams.isOver(url)])
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

/** Of sign-ins that were begun: whether they can come back, and into the session in which they began. */
const waysBackOf = (world: World): Fact[] =>
  [...world.waysBack].map(([name, { at, session }]): Fact => {
    const isSame = session === world.book.sittings.get(name)?.session;
    return ["way back", [name, ago(at), canComeBack(world, name), isSame]];
  });

function factOf(act: Act | undefined): unknown {
  if (act === undefined) return undefined;
  const { own, user, admin, endsAt } = act;
  const { provenAt, factorAt, isCopy } = own;
  const aside = { proven: ago(provenAt), factor: factorAt && ago(factorAt), isCopy };
  return { user, admin, aside, ends: ago(endsAt), goesOn: goesOn(act) };
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

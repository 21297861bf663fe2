/** The app, its people and their things, at the beginning of a walk. */
import type { Adapter } from "authwright/adapters";
import { type AuthConfig, customFetch } from "authwright";
import { accessTokens } from "authwright/plugins/access-tokens";
import { account } from "authwright/plugins/account";
import { admin } from "authwright/plugins/admin";
import { organizations } from "authwright/plugins/organizations";
import { password } from "authwright/plugins/password";
import { twoFactor } from "authwright/plugins/two-factor";
import Discord from "authwright/providers/discord";
import Passkey from "authwright/providers/passkey";
import type { SoftwareAuthenticator } from "../webauthn/authenticator.js";
import type { MailSent } from "./answers.js";
import { type Outside, providers } from "./app.js";
import { AdminBook } from "./admins.js";
import { type Actor, addresses, Book } from "./book.js";
import { issuerProvider } from "./issuer.js";
import { belowBase, Browser, origin } from "./browser.js";
import { clock, days, dice } from "./clock.js";
import { type Known, Process } from "./process.js";
import { Store, type Watch } from "./store.js";
import { roles, TeamBook } from "./teams.js";

export interface House {
  readonly strategy: "jwt" | "database";
  readonly plugins: "all" | "none";
  /** Where the pages stand: below the base path, unless it is said. */
  readonly pages?: "at own addresses";
  /** Sessions end so many seconds after the sign-in, however active they are. */
  readonly absoluteMaxAge?: number;
  /** Accounts of the provider that vouches join whoever has the address. */
  readonly joins?: true;
  /** The store cannot read a verification token without taking it out, as any adapter of others. */
  readonly reads?: false;
  /** There are organisations. */
  readonly teams?: true;
  /** There is a back office. */
  readonly office?: true;
  /** There is no second factor. */
  readonly factor?: false;
  /** There is no page of one's own account. */
  readonly account?: false;
}

const absoluteMaxAge = 216_000;

export const houses = {
  jwt: { strategy: "jwt", plugins: "all" },
  database: { strategy: "database", plugins: "all" },
  addressed: { strategy: "jwt", plugins: "all", pages: "at own addresses" },
  "short jwt": { strategy: "jwt", plugins: "all", absoluteMaxAge },
  "short database": { strategy: "database", plugins: "all", absoluteMaxAge },
  joining: { strategy: "jwt", plugins: "all", joins: true },
  "joining plain": { strategy: "database", plugins: "none", joins: true },
  "taking out": { strategy: "database", plugins: "none", reads: false },
  plain: { strategy: "database", plugins: "none" },
  "team jwt": { strategy: "jwt", plugins: "all", teams: true },
  "team database": { strategy: "database", plugins: "all", teams: true },
  "admin jwt": { strategy: "jwt", plugins: "all", office: true },
  "admin database": { strategy: "database", plugins: "all", office: true },
  "admin jwt, without a factor": { strategy: "jwt", plugins: "all", office: true, factor: false },
  "admin database, alone": {
    strategy: "database",
    plugins: "all",
    office: true,
    factor: false,
    account: false,
  },
} as const satisfies Readonly<Record<string, House>>;

export { providers };
export type ProviderId = (typeof providers)[number];

export type BrowserName =
  | "owner 1"
  | "owner 2"
  | "owner rescue"
  | "stranger 1"
  | "stranger 2"
  | "colleague 1"
  | "administrator 1"
  | "administrator 2";
export const browserNames: readonly BrowserName[] = [
  "owner 1",
  "owner 2",
  "stranger 1",
  "stranger 2",
  "colleague 1",
  "administrator 1",
  "administrator 2",
];

export interface Mail {
  readonly to: string;
  readonly path: string;
  readonly url: string;
  readonly code?: string | undefined;
  readonly at: number;
  /** How many secrets there were when it was sent. */
  readonly secrets: number;
  /** The browser that has asked for it. */
  by?: BrowserName;
  isUsed?: boolean;
}

/** The authenticator app of somebody, for one account. */
export interface TotpKey {
  readonly holder: Actor;
  readonly user: string;
  readonly secret: string;
  readonly recovery: string[];
  lastStep: number;
}

export interface HeldPasskey {
  readonly way: string;
  readonly holder: Actor;
  readonly device: SoftwareAuthenticator;
}

const oldSecret = "walker-secret-of-before-0000000000000000";
const newSecret = "walker-secret-of-later-00000000000000000";

/** When every walk begins. */
const begin = Date.UTC(2026, 0, 1);

export interface WorldOptions {
  readonly store?: Store;
  readonly now?: number;
  readonly known?: Known | undefined;
}

export class World {
  readonly store: Store;
  readonly mails: Mail[] = [];
  readonly totp: TotpKey[] = [];
  readonly passkeys: HeldPasskey[] = [];
  /** Way → the password that the actor knows for an address. */
  readonly passwords = new Map<string, string>();
  /** Which browser has signed up with what: a sign-up is known by its browser. */
  readonly signUps = new Set<string>();
  /** New address → the account that it was asked for, last. */
  readonly moving = new Map<string, string>();
  readonly book: Book;
  readonly teams: TeamBook;
  readonly admins: AdminBook;
  /** Browser → where a provider sends it that has begun a sign-in, and when it began. */
  readonly waysBack = new Map<
    BrowserName,
    {
      readonly url: string;
      readonly at: number;
      readonly checks: string;
      /** In which it began. */
      readonly session: number | undefined;
    }
  >();
  /** The token of an invitation for whoever is signed in. */
  link: string | undefined;
  /** How many sessions of its own the provider that ends them has begun. */
  issued = 0;
  /** When that provider has asked each of its people last who they are. */
  readonly askedAt = new Map<Actor, number>();
  /** Providers in whose sign-in a process has died since an address was proven. */
  readonly diedAt = new Set<ProviderId>();
  secrets = [oldSecret];
  process: Process;
  /** One that has run as long, over the same store. */
  #other: Process;
  #reader: Process | undefined;
  #processesMade = 0;
  #browsers = new Map<string, Browser>();

  readonly house: House;

  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;

  readonly #seed: string;
  readonly #known: Known | undefined;

  /**
   * @param seed of the dice
   * @param options `now` in milliseconds since 1970; `known`: requests are answered as before, where nothing tells
   *   them apart
   */
  constructor(
    house: House,
    seed: string,
    { store = Store.inMemory(), now = begin, known }: WorldOptions = {},
  ) {
    this.house = house;
    this.store = store;
    this.madeAt = now;
    this.#seed = seed;
    this.#known = known;
    clock.now = now;
    dice.seed(seed);
    const asksForFreshness = house.plugins === "all" && house.account !== false;
    this.book = new Book({
      asksForFreshness,
      joinsByAddress: house.joins === true,
      replacesTokens: house.strategy === "database",
      absoluteMs: (house.absoluteMaxAge ?? Number.POSITIVE_INFINITY) * 1000,
    });
    this.teams = new TeamBook(this.book);
    this.admins = new AdminBook(this.book, house.factor !== false);
    this.process = this.#newProcess();
    this.#other = this.#newProcess();
  }

  browser(name: string): Browser {
    const known = this.#browsers.get(name) ?? new Browser(this.process, name);
    this.#browsers.set(name, known);
    return known;
  }

  get browsers(): readonly (readonly [name: string, browser: Browser])[] {
    return [...this.#browsers];
  }

  /** The same as long as nothing is done that anything hangs on. */
  get doneSoFar(): string {
    const asked = [...this.#browsers.values()].reduce((sum, each) => sum + each.asked, 0);
    const { signUps, mails, diedAt } = this;
    return [asked, clock.now, signUps.size, mails.length, diedAt.size, this.#processesMade].join(" ");
  }

  /** All requests from now on go to the other process. */
  switchOver(): void {
    [this.process, this.#other] = [this.#other, this.process];
    for (const browser of this.#browsers.values()) browser.process = this.process;
  }

  /** The process that answers is another one, which has just begun. */
  restart(): void {
    this.process = this.#newProcess();
    for (const browser of this.#browsers.values()) browser.process = this.process;
  }

  rotate(): void {
    this.secrets = [newSecret, oldSecret];
    this.#other = this.#newProcess();
    this.#reader = undefined;
    this.restart();
  }

  /** Processes that have just begun, and answer at once. */
  twoAtOnce(turns: readonly Watch[]): readonly Process[] {
    return turns.map((turn) => this.#newProcess({ turn }));
  }

  /** A part of the app that has the secret, and no store. */
  get reader(): Process {
    return (this.#reader ??= this.#newProcess({ isReader: true }));
  }

  #newProcess({
    turn,
    isReader = false,
  }: { readonly turn?: Watch; readonly isReader?: boolean } = {}): Process {
    this.#processesMade += 1;
    const as = JSON.stringify([this.house, this.secrets.length, isReader]);
    return new Process({
      store: isReader ? undefined : this.store,
      configOf: (adapter, outside) => ({
        ...this.#config(adapter, outside),
        ...(isReader && { plugins: [], providers: [] }),
      }),
      turn,
      hasOwnPages: this.house.pages !== undefined,
      seed: this.#seed,
      keep: (mail) => this.#keep(mail),
      as,
      known: this.#known,
    });
  }

  /**
   * The same people, things and rows, in processes that remember the same.
   *
   * @param now the time there, in milliseconds since 1970
   * @param known where its requests are answered as before; default: where those of this world are
   * @returns undefined where a process remembers what cannot be told to another
   */
  async copy(now: number, known = this.#known): Promise<World | undefined> {
    const memories = this.#processes.map(({ remembered }) => remembered);
    if (memories.includes(undefined)) return undefined;
    const copy = new World(this.house, this.#seed, {
      store: await this.store.copy(),
      now,
      known,
    });
    copy.#fill(this);
    for (const [at, process] of copy.#processes.entries()) process.recall(memories[at]!);
    copy.goOn();
    return copy;
  }

  /** The time and the dice are its own: others were walked through meanwhile. */
  goOn(): void {
    clock.now = this.madeAt;
    dice.seed(`${this.#seed} ${this.doneSoFar}`);
  }

  /** Nothing more is done in it. */
  close(): void {
    for (const process of this.#processes) process.close();
  }

  #fill(from: World): void {
    if (from.secrets.length > 1) this.rotate();
    if (from.#reader) void this.reader;
    this.book.fill(from.book);
    this.teams.fill(from.teams);
    this.admins.fill(from.admins);
    for (const [name, way] of from.waysBack) this.waysBack.set(name, way);
    this.mails.push(...from.mails.map((mail) => ({ ...mail })));
    this.totp.push(...from.totp.map((key) => ({ ...key, recovery: [...key.recovery] })));
    this.passkeys.push(...from.passkeys.map((each) => ({ ...each, device: each.device.copy() })));
    this.link = from.link;
    this.issued = from.issued;
    for (const [way, known] of from.passwords) this.passwords.set(way, known);
    for (const [address, user] of from.moving) this.moving.set(address, user);
    for (const [actor, at] of from.askedAt) this.askedAt.set(actor, at);
    for (const each of from.signUps) this.signUps.add(each);
    for (const each of from.diedAt) this.diedAt.add(each);
    for (const [name, { cookies, asked }] of from.#browsers) {
      const browser = this.browser(name);
      browser.asked = asked;
      for (const [cookie, value] of cookies) browser.cookies.set(cookie, value);
    }
  }

  get #processes(): readonly Process[] {
    return [this.process, this.#other, ...(this.#reader ? [this.#reader] : [])];
  }

  newestMail(path: string, to?: string): Mail | undefined {
    return this.mails
      .filter((mail) => mail.path === path && !mail.isUsed && (to === undefined || mail.to === to))
      .at(-1);
  }

  #config(adapter: Adapter | undefined, { later: waitUntil, mail }: Outside): AuthConfig {
    const sent = (to: string, url: string, code?: string) => mail({ to, url, code });
    const sendMail = (one: { to: string; url?: string }) => sent(one.to, one.url ?? "");
    return {
      secret: this.secrets.length === 1 ? this.secrets[0] : this.secrets,
      trustHost: ["localhost:3000"],
      basePath: "/auth",
      ...(this.house.pages && { pageAddresses: true }),
      adapter: adapter && this.house.reads === false ? withoutReading(adapter) : adapter,
      throttle: false,
      session: {
        strategy: this.house.strategy,
        ...(this.house.absoluteMaxAge && { absoluteMaxAge: this.house.absoluteMaxAge }),
      },
      experimental: { enableWebAuthn: true },
      providers: [
        ...providers.map((id) => providerOf(id, this.house.joins === true && id === "vouch")),
        // It brings a plugin, which asks about held accounts once more.
        ...(this.house.reads === false ? [] : [issuerProvider()]),
        {
          id: "email",
          name: "Mail",
          type: "email",
          sendVerificationRequest: ({ identifier, url }) => sent(identifier, url),
          sendMail,
        },
        {
          id: "code",
          name: "Code",
          type: "email",
          code: true,
          sendVerificationRequest: (params) => sent(params.identifier, params.url, params.code),
        },
        Passkey({}),
      ],
      plugins:
        this.house.plugins === "all"
          ? [
              password({ sendMail, waitUntil, cacheSeconds: 0 }),
              ...(this.house.account === false ? [] : [account({ sendMail, cacheSeconds: 0 })]),
              ...(this.house.factor === false ? [] : [twoFactor()]),
              accessTokens(),
              ...(this.house.teams
                ? [organizations({ roles, create: "everybody", invitation: { anyAccount: true }, sendMail })]
                : []),
              ...(this.house.office ? [admin({ mayImpersonate, sendMail })] : []),
            ]
          : [],
      callbacks,
      logger: {
        error: (error) => void (process.env["WALKER_LOG"] && console.error(error)),
        warn: () => undefined,
        debug: () => undefined,
      },
    } as AuthConfig;
  }

  #keep({ to, url, code }: MailSent): void {
    if (url === "") return;
    const { pathname } = new URL(belowBase(url), origin);
    // What members are told, and users of another address.
    if (pathname.startsWith("/auth/organizations") || pathname === "/auth/signin") return;
    this.mails.push({
      to,
      url,
      path: pathname.replace("/auth", ""),
      code,
      at: clock.now,
      secrets: this.secrets.length,
    });
  }
}

/** Nobody acts for the stranger. */
const mayImpersonate = ({ email }: { readonly email: string }): boolean => email !== addresses.stranger;

/** As adapters are that are published for `@auth/core`. */
const withoutReading = (adapter: Adapter): Adapter =>
  ({ ...adapter, getVerificationToken: undefined }) as unknown as Adapter;

/** The owner's address has the role. As docs/guides/roles.md; and a client may bring what it likes with `update`. */
const callbacks: NonNullable<AuthConfig["callbacks"]> = {
  jwt({ token, user, trigger, session }) {
    if (user) token["emailVerified"] = "emailVerified" in user && Boolean(user.emailVerified);
    return trigger === "update" ? { ...token, ...(session as object) } : token;
  },
  session({ session, token, user }) {
    const from = (user ?? token) as { id?: string; sub?: string; email?: string; emailVerified?: unknown };
    const isAdmin = from.email === addresses.owner && Boolean(from.emailVerified);
    const shown = { id: from.id ?? from.sub, email: from.email, role: isAdmin ? "admin" : "user" };
    return { user: shown, expires: session.expires } as never;
  },
};

/** What the provider's account of each actor says. The stranger's claims the owner's address where it can. */
export const claimsOf = (provider: ProviderId, actor: Actor) => ({
  id: `${provider}-${actor}`,
  username: actor,
  email: provider === "vouch" ? addresses[actor] : addresses.owner,
  ...(provider !== "silent" && { verified: provider === "vouch" }),
});

/** Discord's record says where the provider tells whether the address is the user's. */
function providerOf(id: ProviderId, allowDangerousEmailAccountLinking: boolean) {
  const { emailVerified, ...record } = Discord({ clientId: id, clientSecret: `${id}-secret` }) as ReturnType<
    typeof Discord
  > & { emailVerified?: unknown };
  return {
    ...record,
    id,
    name: id,
    ...(id !== "silent" && { emailVerified }),
    allowDangerousEmailAccountLinking,
    [customFetch]: answerAsProvider,
  };
}

/** The code and the access token are the account's id. */
async function answerAsProvider(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.pathname.endsWith("/token")) {
    const form = new URLSearchParams(init.body as URLSearchParams | string);
    return Response.json({ access_token: form.get("code"), token_type: "Bearer", expires_in: days / 1000 });
  }
  const token = new Headers(init.headers).get("authorization")?.replace(/^Bearer /i, "") ?? "";
  const [provider, actor] = token.split(".") as [ProviderId, Actor];
  return Response.json(claimsOf(provider, actor));
}

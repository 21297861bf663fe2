/** What moves are moves of, and how walks begin: names alone. */
import type { Actor } from "./book.js";
import type { Move } from "./moves.js";

/** The name of a move in which a process ends after so many writes to the store. */
export function deathOf(actor: Actor, writes: number): string {
  const provider = actor === "owner" ? "vouches" : "denies";
  return `the ${actor} comes by the provider that ${provider}, and the process dies after ${writes} writes`;
}

const deathsOf = (actor: Actor): Move[] => [1, 2, 3, 4].map((writes) => deathOf(actor, writes) as Move);

/** One person signing in, and a stranger. */
const person = {
  vouch: ["the owner comes by the provider that vouches", "the stranger comes by the provider that vouches"],
  deny: ["the owner comes by the provider that denies", "the stranger comes by the provider that denies"],
  silent: [
    "the owner comes by the provider that is silent",
    "the stranger comes by the provider that is silent",
  ],
  issuer: [
    "the owner comes by the provider that ends sessions",
    "the owner comes by the provider that ends sessions, in the second browser",
    "the provider ends the owner's newest session",
    "the provider ends all sessions of the owner",
  ],
  "twice at once": [
    "the stranger comes by the provider that is silent",
    "the stranger comes by the provider that is silent, twice at once",
  ],
  "issuer that asks nobody": [
    "the owner comes by the provider that ends sessions",
    "the owner comes by the provider that ends sessions, which asks nobody",
  ],
  mail: [
    "the owner comes by mail",
    "the stranger asks for a link to the owner's address",
    "the owner opens the link that is there",
    "the stranger comes by own mail",
  ],
  "link of the stranger": [
    "the stranger asks for a link to the own address",
    "a page leads the owner to the stranger's link",
    "the owner presses on the page of the stranger's link",
    "the owner comes by the provider that vouches",
  ],
  code: [
    "the owner comes by code",
    "the owner comes by code in the second browser",
    "the stranger comes by code",
    "the owner comes by mail, asked for elsewhere",
  ],
  password: [
    "the owner signs up",
    "the stranger signs up with the owner's address",
    "the owner confirms the sign-up",
    "the stranger comes by password, with the owner's address",
  ],
  reset: [
    "the owner asks for a new password",
    "the stranger asks for a new password for the owner",
    "the owner chooses the new password",
    "the owner changes the password",
    "the owner comes by password",
  ],
  passkey: [
    "the owner adds a passkey",
    "the owner comes by passkey",
    "the owner shows a passkey",
    "the owner removes the passkeys",
  ],
  "passkey of the stranger": [
    "the stranger adds a passkey",
    "the stranger adds a passkey in the copied session",
    "the stranger asks for a passkey for the owner's address",
    "the stranger comes by passkey",
  ],
  link: [
    "the owner links at the provider that denies",
    "the stranger links in the copied session",
    "the stranger comes by the provider that vouches",
  ],
  unlink: [
    "the owner unlinks the provider that vouches",
    "the owner unlinks the provider that denies",
    "the owner comes by the provider that vouches, in the second browser",
  ],
  address: ["the owner asks for another address", "the owner confirms the other address"],
  "address of the stranger": [
    "the stranger asks for the owner's address",
    "the stranger asks for the other address of the owner",
    "the owner confirms the first address",
    "the stranger comes by password, with the owner's address",
  ],
  factor: [
    "the owner sets up the second factor",
    "the owner shows the second factor",
    "the owner switches the second factor off",
  ],
  "factor of the stranger": [
    "the stranger sets up a second factor",
    "the stranger sets up a second factor in the copied session",
    "the stranger switches it off in the copied session",
  ],
  trust: [
    "the owner comes by the provider that vouches, and trusts the browser",
    "the owner shows the second factor",
  ],
  out: ["the owner signs out", "the owner ends the other sessions", "the owner ends all sessions"],
  delete: [
    "the owner deletes the account",
    "the stranger deletes it in the copied session",
    "the stranger ends the other sessions in the copied session",
  ],
  copy: ["the stranger copies the owner's session", "the copied session is used"],
  "part without the store": [
    "the owner's session is shown by a part without the store",
    "the copied session is shown by a part without the store",
  ],
  seconds: ["3 seconds go by", "61 seconds go by"],
  minutes: ["6 minutes go by", "31 minutes go by"],
  days: ["a day goes by", "31 days go by"],
  death: deathsOf("owner"),
  "death of the stranger's": deathsOf("stranger"),
  processes: ["the secret is rotated", "the other process answers"],
  "session of before": [
    "the owner's session is one of before this package",
    "the owner's client sends an age",
    "the copied session's client sends an age",
  ],
} as const satisfies Readonly<Record<string, readonly Move[]>>;

/** People together: an owner, a colleague and a stranger. */
const team = {
  making: ["the owner makes the team", "the stranger makes the team", "the owner deletes the team"],
  name: ["the owner renames the team", "the colleague renames the team", "the other process answers"],
  invitation: [
    "the owner invites the colleague",
    "the colleague joins",
    "the stranger presses on the colleague's invitation",
    "the colleague comes by mail",
  ],
  withdrawal: [
    "the owner invites the colleague",
    "the owner withdraws the invitation",
    "the owner sends the invitation again",
    "the colleague joins by the invitation of before",
  ],
  "invitation for anybody": [
    "the owner makes a link",
    "the colleague joins by the link",
    "the stranger joins by the link",
    "the stranger sends every form of the team",
  ],
  "invitation by the colleague": [
    "the owner makes the colleague an admin",
    "the colleague invites the stranger",
    "the colleague invites the stranger as an owner",
    "the stranger joins",
  ],
  planted: [
    "the stranger signs up with the colleague's address",
    "the colleague confirms the sign-up",
    "the owner invites the colleague as an admin",
    "the colleague joins",
  ],
  roles: [
    "the owner makes the colleague an owner",
    "the owner makes the colleague a member",
    "the colleague makes the owner a member",
    "the colleague becomes an owner by their own hand",
  ],
  leaving: [
    "the owner removes the colleague",
    "the colleague removes the owner",
    "the owner leaves",
    "the colleague leaves",
  ],
  "handing over": [
    "the owner hands over to the colleague",
    "the colleague hands over to the owner",
    "the colleague deletes the team",
  ],
  "two at once": [
    "the owner makes the colleague an owner",
    "both leave at once, step by step",
    "both leave at once, two steps each",
    "both remove each other at once",
  ],
  "death in a team": [
    "the owner hands over, and the process dies after 1 write",
    "the owner hands over, and the process dies after 2 writes",
    "the owner leaves, and the process dies after 1 write",
    "the colleague joins, and the process dies after 1 write",
    "the colleague joins, and the process dies after 2 writes",
  ],
  colleague: ["the colleague deletes the account", "the colleague comes by mail", "the colleague signs out"],
} as const satisfies Readonly<Record<string, readonly Move[]>>;

/** A user, and an administrator. */
const admin = {
  grant: [
    "the terminal takes the administrator's grant back",
    "the terminal grants the administrator",
    "the terminal grants the owner",
    "the administrator comes by the provider that vouches",
  ],
  office: [
    "the administrator opens the list",
    "the administrator sends every form to administrators",
    "the owner sends every form of the office",
    "the stranger sends every form of the office",
  ],
  ban: [
    "the administrator bans the owner",
    "the administrator takes the owner's ban back",
    "the owner comes by the provider that vouches",
    "the owner comes by mail",
  ],
  "ban for an hour": [
    "the administrator bans the owner for an hour",
    "31 minutes go by",
    "the owner comes by password",
    "the owner's session is one of before this package",
  ],
  "ban while somebody comes": [
    "the administrator bans the owner, who comes by mail, behind 7 calls",
    "the administrator bans the owner, who comes by mail, behind 9 calls",
    "the administrator bans the owner, who comes by mail, behind 12 calls",
    "the administrator takes the owner's ban back",
  ],
  "end of sessions": [
    "the administrator ends the owner's sessions",
    "the owner comes by the provider that vouches, in the second browser",
  ],
  acting: [
    "the administrator acts for the owner",
    "the administrator stops",
    "the administrator sends every form while acting",
    "the administrator acts for the stranger",
  ],
  "own hand": [
    "the administrator acts for the owner",
    "the administrator adds a passkey",
    "the administrator sets up a second factor",
    "the administrator comes by passkey",
  ],
  "way back": [
    "the administrator begins to sign in at the provider that is silent",
    "the administrator comes back from the provider that is silent",
    "the administrator asks for a link",
    "the administrator opens the link",
  ],
  "end by the user": [
    "the administrator acts for the owner",
    "the owner ends what is done for them",
    "the owner ends all sessions",
  ],
  "copy of the administrator's": [
    "the stranger copies the administrator's session",
    "the stranger copies the administrator's session, and nothing beside it",
    "the copied session is used",
    "the stranger stops in the copied session",
    "the administrator signs out",
  ],
  "entered address": [
    "the administrator enters another address for the owner",
    "the owner confirms the entered address",
    "the owner comes by mail",
  ],
  "mailed password": [
    "the administrator mails the owner a new password",
    "the owner chooses the new password",
    "the owner comes by password",
  ],
  "end of a user": [
    "the administrator deletes the owner",
    "the administrator makes the owner's account",
    "the owner comes by mail",
    "the owner comes by the provider that vouches",
  ],
  "factor of the administrator": [
    "the administrator comes by the provider that vouches, and trusts the browser",
    "the administrator comes by the provider that vouches",
    "the administrator shows the second factor",
    "6 minutes go by",
  ],
  "second browser of the administrator": [
    "the administrator comes by the provider that vouches, in the second browser",
    "the administrator bans the owner, in the second browser",
    "the administrator takes the owner's ban back, in the second browser",
    "the administrator deletes the owner, in the second browser",
    "the administrator ends all own sessions, in the second browser",
  ],
} as const satisfies Readonly<Record<string, readonly Move[]>>;

export const features = { ...person, ...team, ...admin };

export type Feature = keyof typeof features;

const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];

/**
 * What a search crosses: sets of three features of a field, of 14 moves at most; and of a later field each two of its
 * features with one that is named of `person`. Neither a feature nor a move knows what was ever found.
 */
export const fields = {
  person: { own: namesOf(person), crossed: [] },
  team: { own: namesOf(team), crossed: ["copy", "delete", "out", "days", "processes", "factor"] },
  admin: { own: namesOf(admin), crossed: ["out", "delete", "minutes", "processes"] },
} as const satisfies Readonly<
  Record<string, { readonly own: readonly Feature[]; readonly crossed: readonly Feature[] }>
>;

export type Field = keyof typeof fields;

/** Ways in, for what needs people who are there. */
export const openings = {
  nobody: [],
  stranger: ["the stranger signs up", "the stranger confirms the sign-up"],
  settled: [
    "the owner signs up",
    "the owner confirms the sign-up",
    "the owner comes by the provider that vouches",
    "the stranger signs up",
    "the stranger confirms the sign-up",
  ],
  guarded: [
    "the owner signs up",
    "the owner confirms the sign-up",
    "the owner comes by the provider that vouches",
    "the owner sets up the second factor",
    "the stranger signs up",
    "the stranger confirms the sign-up",
    "the owner comes by the provider that vouches, and trusts the browser",
    "a day goes by",
    "the owner comes by the provider that vouches",
  ],
  strangers: ["the owner comes by mail", "the stranger comes by own mail", "the owner makes the team"],
  acquaintances: [
    "the owner comes by mail",
    "the stranger comes by own mail",
    "the colleague comes by mail",
    "the owner makes the team",
  ],
  office: [
    "the owner comes by the provider that vouches",
    "the stranger comes by own mail",
    "the administrator comes by the provider that vouches",
    "the administrator sets up a second factor",
    "the terminal grants the administrator",
    "the administrator comes by the provider that vouches",
  ],
  acting: [
    "the owner comes by the provider that vouches",
    "the administrator comes by the provider that vouches",
    "the administrator sets up a second factor",
    "the terminal grants the administrator",
    "the administrator comes by the provider that vouches",
    "the administrator acts for the owner",
  ],
  members: [
    "the owner comes by mail",
    "the stranger comes by own mail",
    "the colleague comes by mail",
    "the owner makes the team",
    "the owner invites the colleague",
    "the colleague joins",
  ],
} as const satisfies Readonly<Record<string, readonly Move[]>>;

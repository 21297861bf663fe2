/** All moves, in one table. */
import { addresses } from "./book.js";
import { clock, days, minutes, seconds } from "./clock.js";
import { adminMoves } from "./admin-moves.js";
import * as doings from "./doings.js";
import { deathOf } from "./features.js";
import { teamMoves } from "./team-moves.js";
import type { BrowserName, World } from "./world.js";

export type Run = (world: World) => Promise<doings.Outcome>;

const [o1, o2, s1, s2] = ["owner 1", "owner 2", "stranger 1", "stranger 2"] as const;
const { owner, stranger, other, colleague } = addresses;

const wait =
  (time: number): Run =>
  async () => {
    clock.now += time;
    return "waited";
  };

const deaths: Readonly<Record<string, Run>> = Object.fromEntries(
  [1, 2, 3, 4].flatMap((writes): [string, Run][] => [
    [deathOf("owner", writes), (world) => doings.comeAndDie(world, "vouch", o1, writes)],
    [deathOf("stranger", writes), (world) => doings.comeAndDie(world, "deny", s1, writes)],
  ]),
);

/** By name: the words that a found walk is printed in. */
const table = {
  "the owner comes by the provider that vouches": (world) => doings.comeBy(world, "vouch", o1),
  "the owner comes by the provider that vouches, in the second browser": (world) =>
    doings.comeBy(world, "vouch", o2),
  "the owner comes by the provider that vouches, and trusts the browser": (world) =>
    doings.comeBy(world, "vouch", o1, { trust: true }),
  "the stranger comes by the provider that vouches": (world) => doings.comeBy(world, "vouch", s1),
  "the owner comes by the provider that denies": (world) => doings.comeBy(world, "deny", o1),
  "the stranger comes by the provider that denies": (world) => doings.comeBy(world, "deny", s1),
  "the owner comes by the provider that is silent": (world) => doings.comeBy(world, "silent", o1),
  "the stranger comes by the provider that is silent": (world) => doings.comeBy(world, "silent", s1),

  "the stranger comes by the provider that is silent, twice at once": (world) =>
    doings.comeTwiceAtOnce(world, "silent", s1),

  "the owner comes by the provider that ends sessions": (world) => doings.comeByIssuer(world, o1),
  "the owner comes by the provider that ends sessions, in the second browser": (world) =>
    doings.comeByIssuer(world, o2),
  "the owner comes by the provider that ends sessions, which asks nobody": (world) =>
    doings.comeByIssuer(world, o1, false),
  "the provider ends the owner's newest session": (world) => doings.endByIssuer(world, "owner", "newest"),
  "the provider ends all sessions of the owner": (world) => doings.endByIssuer(world, "owner", "all"),

  "the owner comes by mail": (world) => doings.comeByMail(world, o1, owner),
  "the owner comes by mail, asked for elsewhere": async (world) => {
    const asked = await doings.askForMail(world, o2, owner);
    return asked === "mailed" ? doings.openSignInLink(world, o1, owner) : asked;
  },
  "the stranger asks for a link to the owner's address": (world) => doings.askForMail(world, s1, owner),
  "the owner opens the link that is there": (world) => doings.openSignInLink(world, o1, owner),
  "the stranger asks for a link to the own address": (world) => doings.askForMail(world, s1, stranger),
  "a page leads the owner to the stranger's link": (world) =>
    doings.meetLink(world, o1, stranger, { presses: false }),
  "the owner presses on the page of the stranger's link": (world) =>
    doings.meetLink(world, o1, stranger, { presses: true }),
  "the stranger comes by own mail": (world) => doings.comeByMail(world, s1, stranger),
  "the owner comes by code": (world) => doings.comeByCode(world, o1, owner),
  "the owner comes by code in the second browser": (world) => doings.comeByCode(world, o2, owner),
  "the stranger comes by code": (world) => doings.comeByCode(world, s1, stranger),

  "the colleague comes by mail": (world) => doings.comeByMail(world, "colleague 1", colleague),
  "the stranger signs up with the colleague's address": (world) => doings.signUp(world, s1, colleague),
  "the colleague confirms the sign-up": (world) => doings.verify(world, "colleague 1", colleague),
  "the colleague deletes the account": (world) => doings.deleteAccount(world, "colleague 1"),
  "the colleague signs out": (world) => doings.signOut(world, "colleague 1"),

  "the owner signs up": (world) => doings.signUp(world, o1, owner),
  "the stranger signs up with the owner's address": (world) => doings.signUp(world, s1, owner),
  "the stranger signs up": (world) => doings.signUp(world, s1, stranger),
  "the owner confirms the sign-up": (world) => doings.verify(world, o1, owner),
  "the stranger confirms the sign-up": (world) => doings.verify(world, s1, stranger),
  "the owner comes by password": (world) => doings.comeByPassword(world, o2, owner),
  "the stranger comes by password": (world) => doings.comeByPassword(world, s1, stranger),
  "the stranger comes by password, with the owner's address": (world) =>
    doings.comeByPassword(world, s1, owner),
  "the owner asks for a new password": (world) => doings.forgot(world, o2, owner),
  "the stranger asks for a new password for the owner": (world) => doings.forgot(world, s1, owner),
  "the owner chooses the new password": (world) => doings.reset(world, o1, owner),
  "the owner changes the password": (world) => doings.changePassword(world, o1),

  "the owner adds a passkey": (world) => doings.addPasskey(world, o1),
  "the stranger adds a passkey": (world) => doings.addPasskey(world, s1),
  "the stranger adds a passkey in the copied session": (world) => doings.addPasskey(world, s2),
  "the stranger asks for a passkey for the owner's address": (world) => doings.addPasskey(world, s1, owner),
  "the owner comes by passkey": (world) => doings.comeByPasskey(world, o2),
  "the stranger comes by passkey": (world) => doings.comeByPasskey(world, s1),
  "the owner removes the passkeys": (world) => doings.removePasskeys(world, o1),

  "the owner links at the provider that denies": (world) => inSession(world, o1, "deny"),
  "the stranger links in the copied session": (world) => inSession(world, s2, "vouch"),
  "the owner unlinks the provider that vouches": (world) => doings.unlink(world, o1, "vouch"),
  "the owner unlinks the provider that denies": (world) => doings.unlink(world, o1, "deny"),

  "the owner asks for another address": (world) => doings.askForAddress(world, o1, other),
  "the stranger asks for the owner's address": (world) => doings.askForAddress(world, s1, owner),
  "the stranger asks for the other address of the owner": (world) => doings.askForAddress(world, s1, other),
  "the owner confirms the other address": (world) => doings.confirmAddress(world, o1, other),
  "the owner confirms the first address": (world) => doings.confirmAddress(world, o1, owner),

  "the owner sets up the second factor": (world) => doings.setUpFactor(world, o1),
  "the stranger sets up a second factor": (world) => doings.setUpFactor(world, s1),
  "the stranger sets up a second factor in the copied session": (world) => doings.setUpFactor(world, s2),
  "the owner shows the second factor": (world) => doings.showFactor(world, o1),
  "the owner shows a passkey": (world) => doings.showPasskey(world, o1),
  "the owner switches the second factor off": (world) => doings.switchOffFactor(world, o1),
  "the stranger switches it off in the copied session": (world) => doings.switchOffFactor(world, s2),

  "the owner signs out": (world) => doings.signOut(world, o1),
  "the owner ends the other sessions": (world) => doings.endSessions(world, o1, "others"),
  "the owner ends all sessions": (world) => doings.endSessions(world, o1, "all"),
  "the stranger ends the other sessions in the copied session": (world) =>
    doings.endSessions(world, s2, "others"),
  "the owner deletes the account": (world) => doings.deleteAccount(world, o1),
  "the stranger deletes it in the copied session": (world) => doings.deleteAccount(world, s2),

  "the stranger copies the owner's session": (world) => doings.copySession(world, o1, s2),
  "the copied session is used": async (world) => {
    if (!world.browser(s2).hasSessionCookie) return undefined;
    return (await world.browser(s2).session()) === undefined ? "nobody is in" : "somebody is in";
  },

  "the owner's session is shown by a part without the store": (world) => doings.readWithoutStore(world, o1),
  "the copied session is shown by a part without the store": (world) => doings.readWithoutStore(world, s2),

  "3 seconds go by": wait(3 * seconds),
  "61 seconds go by": wait(61 * seconds),
  "6 minutes go by": wait(6 * minutes),
  "31 minutes go by": wait(31 * minutes),
  "a day goes by": wait(days),
  "31 days go by": wait(31 * days),

  "the secret is rotated": async (world) => {
    if (world.secrets.length > 1) return undefined;
    world.rotate();
    return "rotated";
  },
  "the other process answers": async (world) => {
    world.switchOver();
    return "switched";
  },
  "the owner's session is one of before this package": (world) => doings.comeWithOldToken(world, o1),
  "the owner's client sends an age": (world) => doings.forgeAge(world, o1),
  "the copied session's client sends an age": (world) => doings.forgeAge(world, s2),
  ...deaths,
  ...teamMoves,
  ...adminMoves,
} satisfies Readonly<Record<string, Run>>;

export type Move = keyof typeof table;

/** In an open session, or not at all. */
async function inSession(
  world: World,
  name: BrowserName,
  provider: "vouch" | "deny",
): Promise<doings.Outcome> {
  return world.book.sitting(name) === undefined ? undefined : doings.comeBy(world, provider, name);
}

export const moveNamed = new Map<string, Run>(Object.entries(table));

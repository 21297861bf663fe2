/** Moves of the field `admin`, in one table. */
import * as admins from "./admin-doings.js";
import { addresses } from "./book.js";
import { minutes } from "./clock.js";
import * as doings from "./doings.js";
import type { World } from "./world.js";

const [o1, s1, s2] = ["owner 1", "stranger 1", "stranger 2"] as const;
const [a1, a2] = ["administrator 1", "administrator 2"] as const;
const { owner, stranger, other, administrator } = addresses;

export const adminMoves = {
  "the terminal grants the administrator": (world) => admins.grant(world, administrator),
  "the terminal grants the owner": (world) => admins.grant(world, owner),
  "the terminal takes the administrator's grant back": (world) => admins.revoke(world, administrator),
  "the terminal takes the owner's grant back": (world) => admins.revoke(world, owner),

  "the administrator comes by the provider that vouches": (world) => doings.comeBy(world, "vouch", a1),
  "the administrator comes by the provider that vouches, and trusts the browser": (world) =>
    doings.comeBy(world, "vouch", a1, { trust: true }),
  "the administrator comes by the provider that vouches, in the second browser": (world) =>
    doings.comeBy(world, "vouch", a2),
  "the administrator comes by passkey": (world) => doings.comeByPasskey(world, a1),
  "the administrator sets up a second factor": (world) => whoever(world),
  "the administrator shows the second factor": (world) => doings.showFactor(world, a1),
  "the administrator adds a passkey": (world) => admins.addPasskeyAs(world, a1),
  "the administrator signs out": (world) => doings.signOut(world, a1),
  "the administrator begins to sign in at the provider that is silent": (world) =>
    admins.beginSignIn(world, a1, "silent"),
  "the administrator comes back from the provider that is silent": (world) =>
    admins.comeBack(world, a1, "silent"),
  "the administrator asks for a link": (world) => doings.askForMail(world, a1, administrator),
  "the administrator opens the link": (world) => admins.openOwnLink(world, a1, administrator),

  "the administrator opens the list": (world) => admins.openList(world, a1),
  "the administrator bans the owner": (world) => admins.ban(world, a1, owner),
  "the administrator bans the owner for an hour": (world) => admins.ban(world, a1, owner, 60 * minutes),
  "the administrator bans the owner, who comes by mail, behind 7 calls": (world) =>
    admins.banWhileComing(world, a1, ["owner 2", owner], 7),
  "the administrator bans the owner, who comes by mail, behind 9 calls": (world) =>
    admins.banWhileComing(world, a1, ["owner 2", owner], 9),
  "the administrator bans the owner, who comes by mail, behind 12 calls": (world) =>
    admins.banWhileComing(world, a1, ["owner 2", owner], 12),
  "the administrator takes the owner's ban back": (world) => admins.unban(world, a1, owner),
  "the administrator bans the owner, in the second browser": (world) => admins.ban(world, a2, owner),
  "the administrator takes the owner's ban back, in the second browser": (world) =>
    admins.unban(world, a2, owner),
  "the administrator deletes the owner, in the second browser": (world) =>
    admins.deleteUser(world, a2, owner),
  "the administrator ends all own sessions, in the second browser": (world) =>
    doings.endSessions(world, a2, "all"),
  "the administrator ends the owner's sessions": (world) => admins.endSessionsOf(world, a1, owner),
  "the administrator deletes the owner": (world) => admins.deleteUser(world, a1, owner),
  "the administrator makes the owner's account": (world) => admins.makeUser(world, a1, owner),
  "the administrator mails the owner a new password": (world) => admins.mailPassword(world, a1, owner),
  "the administrator enters another address for the owner": (world) =>
    admins.enterAddress(world, a1, owner, other),
  "the owner confirms the entered address": (world) => admins.confirmEntered(world, o1, other),

  "the administrator acts for the owner": (world) => admins.act(world, a1, owner),
  "the administrator acts for the stranger": (world) => admins.act(world, a1, stranger),
  "the administrator stops": (world) => admins.stop(world, a1),
  "the administrator sends every form while acting": (world) => admins.tryAllWhileActing(world, a1),
  "the owner ends what is done for them": (world) => admins.endForUser(world, o1),

  "the administrator sends every form to administrators": (world) => admins.tryAdministrators(world, a1),
  "the owner sends every form of the office": (world) => admins.tryOffice(world, o1),
  "the stranger sends every form of the office": (world) => admins.tryOffice(world, s1),

  "the stranger copies the administrator's session": (world) =>
    admins.copyAdministrator(world, a1, s2, false),
  "the stranger copies the administrator's session, and nothing beside it": (world) =>
    admins.copyAdministrator(world, a1, s2, true),
  "the stranger stops in the copied session": (world) => admins.stop(world, s2),
} satisfies Readonly<Record<string, (world: World) => Promise<doings.Outcome>>>;

/** Of one's own account, or of the user for whom one acts: there it may not come about. */
const whoever = (world: World): Promise<doings.Outcome> =>
  world.book.sitting(a1)?.actedBy === undefined
    ? doings.setUpFactor(world, a1)
    : admins.setUpFactorAs(world, a1);

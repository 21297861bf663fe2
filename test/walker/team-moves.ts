/** Moves of the field `team`, in one table. */
import { addresses } from "./book.js";
import type { Outcome } from "./doings.js";
import * as teams from "./team-doings.js";
import type { World } from "./world.js";

const [o1, s1, c1] = ["owner 1", "stranger 1", "colleague 1"] as const;
const { owner, stranger, colleague } = addresses;

const [acme] = teams.slugs;

export const teamMoves = {
  "the owner makes the team": (world) => teams.make(world, o1, acme),
  "the stranger makes the team": (world) => teams.make(world, s1, acme),
  "the owner renames the team": (world) => teams.rename(world, o1),
  "the colleague renames the team": (world) => teams.rename(world, c1),
  "the owner deletes the team": (world) => teams.endTeam(world, o1),
  "the colleague deletes the team": (world) => teams.endTeam(world, c1),

  "the owner invites the colleague": (world) => teams.invite(world, o1, colleague),
  "the owner invites the colleague as an admin": (world) => teams.invite(world, o1, colleague, "admin"),
  "the colleague invites the stranger": (world) => teams.invite(world, c1, stranger),
  "the colleague invites the stranger as an owner": (world) => teams.invite(world, c1, stranger, "owner"),
  "the owner withdraws the invitation": (world) => teams.withdraw(world, o1, colleague),
  "the owner sends the invitation again": (world) => teams.resend(world, o1, colleague),
  "the colleague joins": (world) => teams.joinByMail(world, c1, colleague),
  "the colleague joins by the invitation of before": (world) =>
    teams.joinByMail(world, c1, colleague, "first"),
  "the stranger joins": (world) => teams.joinByMail(world, s1, stranger),
  "the stranger presses on the colleague's invitation": (world) => teams.joinByMail(world, s1, colleague),
  "the owner makes a link": (world) => teams.makeLink(world, o1),
  "the colleague joins by the link": (world) => teams.joinByLink(world, c1),
  "the stranger joins by the link": (world) => teams.joinByLink(world, s1),

  "the owner makes the colleague an owner": (world) => teams.change(world, o1, colleague, "owner"),
  "the owner makes the colleague an admin": (world) => teams.change(world, o1, colleague, "admin"),
  "the owner makes the colleague a member": (world) => teams.change(world, o1, colleague, "member"),
  "the colleague makes the owner a member": (world) => teams.change(world, c1, owner, "member"),
  "the colleague becomes an owner by their own hand": (world) => teams.change(world, c1, colleague, "owner"),
  "the owner removes the colleague": (world) => teams.change(world, o1, colleague, undefined),
  "the colleague removes the owner": (world) => teams.change(world, c1, owner, undefined),
  "the owner leaves": (world) => teams.leave(world, o1),
  "the colleague leaves": (world) => teams.leave(world, c1),
  "the owner hands over to the colleague": (world) => teams.handOver(world, o1, colleague),
  "the colleague hands over to the owner": (world) => teams.handOver(world, c1, owner),
  "the stranger sends every form of the team": (world) => teams.tryEverything(world, s1),

  "both leave at once, step by step": (world) => teams.bothLeave(world, "01".repeat(12)),
  "both leave at once, two steps each": (world) => teams.bothLeave(world, "0011".repeat(6)),
  "both remove each other at once": (world) => teams.bothRemove(world, "01".repeat(12)),

  "the owner hands over, and the process dies after 1 write": (world) =>
    teams.handOverAndDie(world, o1, colleague, 1),
  "the owner hands over, and the process dies after 2 writes": (world) =>
    teams.handOverAndDie(world, o1, colleague, 2),
  "the owner leaves, and the process dies after 1 write": (world) => teams.leaveAndDie(world, o1, 1),
  "the colleague joins, and the process dies after 1 write": (world) =>
    teams.joinAndDie(world, c1, colleague, 1),
  "the colleague joins, and the process dies after 2 writes": (world) =>
    teams.joinAndDie(world, c1, colleague, 2),
} satisfies Readonly<Record<string, (world: World) => Promise<Outcome>>>;

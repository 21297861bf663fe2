/** What comes of the last moves of walks through a team: each breaks a promise, or ends otherwise, where one rule is missing. */
import { openings } from "./features.js";
import type { Move } from "./moves.js";

export interface TeamWalk {
  readonly id: string;
  readonly moves: readonly Move[];
  /** Outcomes of the last moves; one with a comma is of two at once, of whom either may be the faster one. */
  readonly ends: readonly string[];
}

const { members, acquaintances } = openings;

const admin = ["the owner makes the colleague an admin", "the colleague invites the stranger"] as const;
const [carriedOut, forbidden, gone, refused] = [
  "carried out",
  "refused: 403",
  "refused: 404",
  "refused: 409",
];

export const teamWalks: readonly TeamWalk[] = [
  { id: "the last owner leaves", moves: [...members, "the owner leaves"], ends: [refused] },
  {
    id: "the last owner deletes the account",
    moves: [...members, "the owner deletes the account", "the owner hands over to the colleague"],
    ends: ["refused: 400", carriedOut],
  },
  ...(["both leave at once, step by step", "both leave at once, two steps each"] as const).map(
    (move): TeamWalk => ({
      id: move,
      moves: [...members, "the owner makes the colleague an owner", move],
      ends: [`${carriedOut}, ${refused}`],
    }),
  ),
  {
    id: "both remove each other at once",
    moves: [...members, "the owner makes the colleague an owner", "both remove each other at once"],
    ends: [`${carriedOut}, ${gone}`],
  },
  {
    id: "an invitation is forwarded",
    moves: [
      ...acquaintances,
      "the owner invites the colleague",
      "the stranger presses on the colleague's invitation",
      "the colleague joins",
    ],
    ends: [forbidden, carriedOut],
  },
  {
    id: "an invitation is used again by somebody who was removed",
    moves: [...members, "the owner removes the colleague", "the colleague joins by the invitation of before"],
    ends: [carriedOut, gone],
  },
  {
    id: "a newer invitation ends the older one",
    moves: [
      ...acquaintances,
      "the owner invites the colleague",
      "the owner sends the invitation again",
      "the colleague joins by the invitation of before",
      "the colleague joins",
    ],
    ends: [gone, carriedOut],
  },
  {
    id: "an invitation is withdrawn",
    moves: [
      ...acquaintances,
      "the owner invites the colleague",
      "the owner withdraws the invitation",
      "the colleague joins",
    ],
    ends: [gone],
  },
  {
    id: "an invitation is over after its days",
    moves: [
      ...acquaintances,
      "the owner invites the colleague",
      "31 days go by",
      "the colleague comes by mail",
      "the colleague joins",
    ],
    ends: [gone],
  },
  {
    id: "who has invited may invite no more",
    moves: [...members, ...admin, "the owner makes the colleague a member", "the stranger joins"],
    ends: [gone],
  },
  {
    id: "who has invited is removed, and invited again",
    moves: [
      ...members,
      ...admin,
      "the owner removes the colleague",
      "the owner invites the colleague as an admin",
      "the colleague joins",
      "the stranger joins",
    ],
    ends: [carriedOut, gone],
  },
  {
    id: "a member invites, and makes an owner of themselves",
    moves: [
      ...members,
      "the colleague invites the stranger",
      "the colleague becomes an owner by their own hand",
    ],
    ends: [forbidden, forbidden],
  },
  {
    id: "an admin makes an owner of themselves, and invites one",
    moves: [
      ...members,
      ...admin,
      "the colleague becomes an owner by their own hand",
      "the colleague invites the stranger as an owner",
      "the colleague removes the owner",
    ],
    ends: [forbidden, forbidden, forbidden],
  },
  {
    id: "a process dies while the team is handed over, and the next one carries it out",
    moves: [
      ...members,
      "the owner hands over, and the process dies after 1 write",
      "the owner renames the team",
      "the colleague makes the owner a member",
      "the owner leaves",
    ],
    ends: [forbidden, carriedOut, carriedOut],
  },
  {
    id: "whoever is no member is told nothing, by the name of before neither",
    moves: [
      ...members,
      "the owner renames the team",
      "the stranger sends every form of the team",
      "the other process answers",
      "the owner removes the colleague",
      "the other process answers",
    ],
    ends: ["refused", "switched", carriedOut, "switched"],
  },
  {
    id: "the last owner goes while it is open whether somebody has joined",
    moves: [
      ...acquaintances,
      "the owner invites the colleague",
      "the colleague joins, and the process dies after 1 write",
      "the owner deletes the account",
      "the stranger makes the team",
    ],
    ends: ["deleted", refused],
  },
];

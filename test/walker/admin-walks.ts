/**
 * What comes of the last moves of walks through the back office: each breaks a promise, or ends otherwise, where one rule
 * is missing. Behind each move all browsers are looked at: a session that is over leaves nothing to use.
 */
import { openings } from "./features.js";
import type { Move } from "./moves.js";
import type { houses } from "./world.js";

export interface AdminWalk {
  readonly id: string;
  readonly moves: readonly Move[];
  /** Outcomes of the last moves. */
  readonly ends: readonly string[];
  /** Default: all of them. */
  readonly houses?: readonly (typeof offices)[number][];
}

/** Apps with a back office. */
export const offices = [
  "admin jwt",
  "admin database",
  "admin jwt, without a factor",
  "admin database, alone",
] as const satisfies readonly (keyof typeof houses)[];

const { office, acting } = openings;
const [jwt, database, withoutFactor, alone] = offices;
const withFactor = [jwt, database];

const [done, acts, administrator, nothing] = [
  "carried out",
  "acts",
  "refused: administrator",
  "nothing to do",
];
const denied = "refused: /auth/error?error=AccessDenied";

export const adminWalks: readonly AdminWalk[] = [
  {
    id: "a grant counts from the next sign-in on, and is over with the next request",
    moves: [
      "the administrator comes by the provider that vouches",
      "the administrator sets up a second factor",
      "the terminal grants the administrator",
      "the administrator opens the list",
      "the administrator comes by the provider that vouches",
      "the administrator opens the list",
      "the terminal takes the administrator's grant back",
      "the administrator opens the list",
    ],
    ends: ["refused", "in as administrator@x.test", "opened", "taken back", "refused"],
  },
  {
    id: "nobody else is let in, and nobody changes an administrator",
    moves: [
      ...office,
      "the stranger sends every form of the office",
      "the owner sends every form of the office",
      "the administrator sends every form to administrators",
      "the terminal grants the owner",
      "the administrator bans the owner",
      "the administrator acts for the owner",
      "the administrator deletes the owner",
      "the owner sends every form of the office",
    ],
    ends: ["refused", "refused", "refused", "granted", administrator, administrator, administrator, nothing],
  },
  {
    id: "to change something takes a sign-in of lately",
    moves: [
      ...office,
      "31 minutes go by",
      "the administrator opens the list",
      "the administrator bans the owner",
      "the administrator acts for the owner",
    ],
    ends: ["waited", "opened", "refused: stale", "refused: stale"],
    houses: [withoutFactor, alone],
  },
  {
    id: "to change something takes the second factor, shown lately",
    moves: [
      ...office,
      "31 minutes go by",
      "the administrator opens the list",
      "the administrator ends the owner's sessions",
      "the administrator acts for the owner",
    ],
    ends: ["waited", "opened", "refused: factor", "refused: factor"],
    houses: withFactor,
  },
  {
    id: "a ban ends all, lets nobody in, and gives nothing back",
    moves: [
      ...office,
      "the stranger copies the owner's session",
      "the owner comes by the provider that vouches, in the second browser",
      "the administrator bans the owner",
      "the copied session is used",
      "the owner comes by the provider that vouches",
      "the other process answers",
      "the owner comes by mail",
      "the administrator takes the owner's ban back",
      "the owner comes by mail",
    ],
    ends: [done, nothing, denied, "switched", denied, done, "in as owner@x.test"],
  },
  {
    id: "a ban ends with its hour, and a mail of before it lets nobody in meanwhile",
    moves: [
      ...office,
      "the stranger asks for a link to the owner's address",
      "the administrator bans the owner for an hour",
      "the owner opens the link that is there",
      "31 minutes go by",
      "the owner comes by mail",
      "31 minutes go by",
      "the owner comes by mail",
    ],
    ends: [done, denied, "waited", denied, "waited", "in as owner@x.test"],
  },
  {
    id: "who is banned while they come is in nothing, wherever they are",
    moves: [
      ...office,
      "the administrator bans the owner, who comes by mail, behind 7 calls",
      "the administrator takes the owner's ban back",
      "the administrator bans the owner, who comes by mail, behind 9 calls",
    ],
    ends: [`${done}, ${denied}`, done, `${done}, ${denied}`],
  },
  {
    id: "a ban outlives the deletion: by the address, and by the account",
    moves: [
      ...office,
      "the administrator bans the owner",
      "the administrator deletes the owner",
      "the owner comes by mail",
      "the owner comes by the provider that vouches",
      "the secret is rotated",
      "31 days go by",
      "the owner comes by the provider that vouches",
    ],
    ends: [done, done, denied, denied, "rotated", "waited", denied],
  },
  {
    id: "sessions that an administrator ends are over in all processes",
    moves: [
      ...office,
      "the stranger copies the owner's session",
      "the administrator ends the owner's sessions",
      "the other process answers",
      "the copied session is used",
    ],
    ends: [done, "switched", nothing],
  },
  {
    id: "whoever acts changes nothing, and Stop gives their own session back",
    moves: [
      ...acting,
      "the administrator sends every form while acting",
      "the administrator adds a passkey",
      "the administrator acts for the owner",
      "the other process answers",
      "the administrator stops",
      "the administrator opens the list",
    ],
    ends: ["refused", "refused: 401", "refused: impersonating", "switched", "stopped", "opened"],
    houses: [jwt, database, withoutFactor],
  },
  {
    id: "whoever acts sets up no second factor",
    moves: [...acting, "the administrator sets up a second factor", "the administrator stops"],
    ends: ["refused: refused", "stopped"],
    houses: withFactor,
  },
  {
    id: "it ends with its minutes, and nothing is given back",
    moves: [...acting, "31 minutes go by", "the administrator stops", "the administrator opens the list"],
    ends: ["waited", nothing, nothing],
  },
  {
    id: "it ends with the grant, and does not come back with the next one",
    moves: [
      ...acting,
      "the stranger copies the administrator's session",
      "the terminal takes the administrator's grant back",
      "the terminal grants the administrator",
      "the copied session is used",
    ],
    ends: ["taken back", "granted", nothing],
  },
  {
    id: "its user ends it, and is not signed out by that",
    moves: [
      ...acting,
      "the stranger copies the administrator's session",
      "the owner ends what is done for them",
      "the stranger stops in the copied session",
      "the owner ends all sessions",
    ],
    ends: ["ended", nothing, "all ended"],
    houses: [jwt, database, withoutFactor],
  },
  {
    id: "sign-out ends both, for a copy too",
    moves: [
      ...acting,
      "the stranger copies the administrator's session",
      "the administrator signs out",
      "the copied session is used",
      "the stranger stops in the copied session",
    ],
    ends: ["signed out", nothing, nothing],
  },
  {
    id: "the cookie of acting alone opens nothing",
    moves: [
      ...acting,
      "the stranger copies the administrator's session, and nothing beside it",
      "the copied session is used",
    ],
    ends: ["copied", nothing],
  },
  {
    id: "a sign-in that comes back is a stranger's",
    moves: [
      ...office,
      "the administrator asks for a link",
      "the administrator begins to sign in at the provider that is silent",
      "the administrator acts for the owner",
      "the administrator comes back from the provider that is silent",
      "the administrator sends every form while acting",
      "the administrator opens the link",
      "the administrator stops",
    ],
    ends: [
      "begun",
      acts,
      "refused: /auth/signin?error=OAuthAccountNotLinked",
      "refused",
      "in as administrator@x.test",
      nothing,
    ],
    houses: [withoutFactor, alone],
  },
  {
    id: "nobody acts for whom the app refuses, or for who is banned",
    moves: [
      ...office,
      "the administrator acts for the stranger",
      "the administrator bans the owner",
      "the administrator acts for the owner",
    ],
    ends: ["refused: forbidden", done, "refused: forbidden"],
  },
  {
    id: "another address counts from the press on its own link",
    moves: [
      ...office,
      "the administrator enters another address for the owner",
      "the administrator mails the owner a new password",
      "the terminal grants the owner",
      "the owner confirms the entered address",
      "the terminal takes the owner's grant back",
      "the owner confirms the entered address",
      "the stranger comes by own mail",
    ],
    ends: [done, done, "granted", "refused: not-found", "taken back", "confirmed", "in as stranger@x.test"],
  },
  {
    id: "a user whom an administrator makes belongs to who reads the mail",
    moves: [
      ...office,
      "the administrator deletes the owner",
      "the administrator makes the owner's account",
      "the stranger signs up with the owner's address",
      "the owner chooses the new password",
      "the owner comes by password",
    ],
    ends: [done, done, "not mailed: 200", "a new password", "in as owner@x.test"],
  },
];

/**
 * Walks that once broke a promise, found by search, kept by the id of the case. `broke` is the promise; each walk goes
 * on now without breaking any.
 */
import type { houses } from "./world.js";

export interface KnownWalk {
  readonly id: string;
  readonly house: keyof typeof houses;
  readonly broke: number;
  readonly moves: readonly string[];
}

const bothSettled = [
  "the owner signs up",
  "the owner confirms the sign-up",
  "the owner comes by the provider that vouches",
  "the stranger signs up",
  "the stranger confirms the sign-up",
];

const guarded = [
  "the owner signs up",
  "the owner confirms the sign-up",
  "the owner comes by the provider that vouches",
  "the owner sets up the second factor",
  "the owner comes by the provider that vouches, and trusts the browser",
  "a day goes by",
  "the owner comes by the provider that vouches",
];

export const knownWalks: readonly KnownWalk[] = [
  {
    id: "TR-01",
    house: "jwt",
    broke: 2,
    moves: [
      "the stranger comes by the provider that denies",
      "the owner comes by mail",
      "the stranger comes by the provider that denies",
      "the stranger comes by the provider that denies",
    ],
  },
  {
    id: "TR-02",
    house: "jwt",
    broke: 2,
    moves: [
      "the owner comes by the provider that vouches",
      "the owner unlinks the provider that vouches",
      "the owner comes by the provider that vouches, in the second browser",
    ],
  },
  { id: "TR-03", house: "jwt", broke: 3, moves: [...guarded, "the owner adds a passkey"] },
  {
    id: "TR-04",
    house: "jwt",
    broke: 4,
    moves: [
      ...bothSettled,
      "the stranger copies the owner's session",
      "31 minutes go by",
      "the stranger links in the copied session",
    ],
  },
  {
    id: "TR-05",
    house: "jwt",
    broke: 7,
    moves: [
      "the stranger signs up",
      "the stranger confirms the sign-up",
      "the stranger asks for the owner's address",
      "the owner confirms the first address",
      "the stranger comes by password, with the owner's address",
    ],
  },
  {
    id: "TR-06",
    house: "jwt",
    broke: 2,
    moves: [
      "the stranger comes by the provider that is silent",
      "the owner comes by mail",
      "the stranger comes by the provider that is silent",
    ],
  },
  {
    id: "TR-07",
    house: "plain",
    broke: 2,
    moves: ["the stranger comes by the provider that denies", "the owner comes by mail"],
  },
  {
    id: "TR-08",
    house: "jwt",
    broke: 6,
    moves: [
      "the stranger comes by the provider that denies",
      "the stranger sets up a second factor",
      "the owner comes by mail",
    ],
  },
  {
    id: "TR-09",
    house: "database",
    broke: 4,
    moves: [
      ...bothSettled,
      "the stranger copies the owner's session",
      "31 minutes go by",
      "the stranger adds a passkey in the copied session",
      "the owner ends all sessions",
      "the stranger comes by passkey",
    ],
  },
  {
    id: "TR-10",
    house: "database",
    broke: 5,
    moves: [...guarded, "the stranger copies the owner's session", "the owner shows the second factor"],
  },
  {
    id: "W-01",
    house: "plain",
    broke: 2,
    moves: [
      "the stranger comes by the provider that denies",
      "the stranger comes by the provider that vouches",
      "the owner comes by code",
      "the stranger comes by the provider that denies, and the process dies after 1 writes",
      "the stranger comes by the provider that denies, and the process dies after 3 writes",
      "the stranger comes by the provider that denies, and the process dies after 2 writes",
      "the stranger comes by the provider that denies",
    ],
  },
  {
    id: "TR-11",
    house: "jwt",
    broke: 4,
    moves: [
      ...bothSettled,
      "the owner's session is one of before this package",
      "the owner's client sends an age",
    ],
  },
  {
    id: "RT-12: a provider ends a session that a proof had ended",
    house: "short database",
    broke: 2,
    moves: [
      "the owner comes by the provider that is silent",
      "the owner comes by the provider that ends sessions",
      "the owner comes by the provider that vouches, and trusts the browser",
      "the owner comes by the provider that ends sessions, in the second browser",
      "the owner comes by mail, asked for elsewhere",
      "the owner comes by the provider that vouches, in the second browser",
      "the provider ends the owner's newest session",
    ],
  },
  {
    id: "RT-12, a process dies",
    house: "database",
    broke: 2,
    moves: [
      "the owner comes by the provider that vouches, and the process dies after 4 writes",
      "the owner comes by code in the second browser",
      "the owner comes by the provider that ends sessions, in the second browser",
      "the owner comes by the provider that ends sessions, in the second browser",
      "the owner comes by the provider that vouches, in the second browser",
      "the provider ends all sessions of the owner",
    ],
  },
  {
    id: "J1",
    house: "joining",
    broke: 2,
    moves: [
      "the stranger comes by the provider that denies",
      "the owner comes by the provider that vouches",
      "the stranger comes by the provider that denies",
    ],
  },
  {
    id: "J1, an account that was unlinked joins again by its address",
    house: "joining",
    broke: 2,
    moves: [
      "the owner comes by mail",
      "the owner comes by the provider that vouches",
      "the owner unlinks the provider that vouches",
      "the owner signs out",
      "the owner comes by the provider that vouches",
    ],
  },
  {
    id: "J1, who joins by the address in an old session has signed in",
    house: "joining",
    broke: 4,
    moves: [
      "the owner comes by mail",
      "the owner's session is one of before this package",
      "the owner comes by the provider that vouches",
    ],
  },
  {
    id: "J1, without plugins",
    house: "joining plain",
    broke: 2,
    moves: ["the stranger comes by the provider that denies", "the owner comes by the provider that vouches"],
  },
  {
    id: "H1",
    house: "jwt",
    broke: 2,
    moves: ["the stranger comes by the provider that is silent", "the owner comes by mail"],
  },
  {
    id: "A1",
    house: "short jwt",
    broke: 2,
    moves: [
      "the owner comes by the provider that vouches",
      "a day goes by",
      "a day goes by",
      "a day goes by",
    ],
  },
  {
    id: "E1",
    house: "jwt",
    broke: 2,
    moves: [
      "the owner comes by the provider that vouches",
      "the stranger copies the owner's session",
      "a day goes by",
      "the copied session is shown by a part without the store",
    ],
  },
  {
    id: "R1",
    house: "jwt",
    broke: 4,
    moves: ["the owner comes by the provider that ends sessions, which asks nobody"],
  },
  {
    id: "R1, another way in",
    house: "database",
    broke: 4,
    moves: [
      "the owner comes by the provider that ends sessions, which asks nobody",
      "the owner adds a passkey",
    ],
  },
  {
    id: "L2",
    house: "jwt",
    broke: 1,
    moves: [
      "the stranger asks for a link to the own address",
      "the owner presses on the page of the stranger's link",
      "the owner comes by the provider that vouches",
    ],
  },
  {
    id: "L2, nobody presses",
    house: "plain",
    broke: 1,
    moves: [
      "the stranger asks for a link to the own address",
      "a page leads the owner to the stranger's link",
    ],
  },
  {
    id: "L2, in a session",
    house: "database",
    broke: 1,
    moves: [
      "the owner comes by the provider that vouches",
      "the stranger asks for a link to the own address",
      "a page leads the owner to the stranger's link",
    ],
  },
  {
    id: "F1, the password",
    house: "jwt",
    broke: 3,
    moves: [...guarded, "the owner changes the password"],
  },
  {
    id: "F1, the address",
    house: "database",
    broke: 3,
    moves: [...guarded, "the owner asks for another address", "the owner confirms the other address"],
  },
  {
    id: "F1, the deletion",
    house: "jwt",
    broke: 3,
    moves: [...guarded, "the owner deletes the account"],
  },
  {
    id: "RT-10",
    house: "taking out",
    broke: 2,
    moves: [
      "the stranger comes by the provider that is silent",
      "the owner comes by mail",
      "the stranger comes by the provider that is silent, twice at once",
    ],
  },
  {
    id: "L2, by another token",
    house: "database",
    broke: 1,
    moves: [
      "the stranger asks for a link to the own address",
      "the owner presses on the page of the stranger's link",
      "the owner sets up the second factor",
      "the owner comes by the provider that vouches",
    ],
  },
  {
    id: "a replaced row, the factor switched off",
    house: "database",
    broke: 2,
    moves: [
      "the owner comes by mail",
      "the stranger copies the owner's session",
      "the owner sets up the second factor",
      "the owner switches the second factor off",
      "the owner signs out",
    ],
  },
  {
    id: "recovery codes of the account that they are of",
    house: "database",
    broke: 6,
    moves: [
      "the owner comes by mail",
      "the owner sets up the second factor",
      "the stranger asks for a link to the own address",
      "the owner presses on the page of the stranger's link",
      "the owner sets up the second factor",
    ],
  },
  {
    id: "a link of a refused join proves, and signs nobody in",
    house: "joining",
    broke: 1,
    moves: [
      "the stranger comes by the provider that denies",
      "the stranger sets up a second factor",
      "the owner comes by the provider that vouches, and the process dies after 2 writes",
      "the owner opens the link that is there",
      "the stranger comes by the provider that denies, and the process dies after 4 writes",
      "the stranger comes by own mail",
      "the stranger comes by the provider that denies, and the process dies after 3 writes",
    ],
  },
  {
    id: "an account that was added when its process died proves nothing",
    house: "short database",
    broke: 2,
    moves: [
      "the owner comes by the provider that denies",
      "the owner sets up the second factor",
      "6 minutes go by",
      "the owner comes by the provider that vouches, and the process dies after 4 writes",
      "the owner comes by the provider that vouches, in the second browser",
    ],
  },
  {
    id: "a session that was replaced replaces none",
    house: "short database",
    broke: 5,
    moves: [
      "the owner comes by mail",
      "the owner adds a passkey",
      "the stranger copies the owner's session",
      "the stranger sets up a second factor in the copied session",
      "the owner shows a passkey",
      "a day goes by",
    ],
  },
  {
    id: "who joins again proves the address",
    house: "joining",
    broke: 2,
    moves: [
      "the owner comes by the provider that is silent",
      "the owner comes by the provider that vouches, and the process dies after 4 writes",
      "the owner unlinks the provider that vouches",
      "the owner signs out",
      "the owner comes by the provider that vouches",
      "the owner comes by code in the second browser",
    ],
  },
  ...(["jwt", "database"] as const).flatMap((house) => [
    {
      id: `L2, another address, ${house}`,
      house,
      broke: 1,
      moves: [
        "the stranger signs up",
        "the stranger confirms the sign-up",
        "the stranger asks for a link to the own address",
        "the owner presses on the page of the stranger's link",
        "the stranger asks for the owner's address",
        "the owner confirms the first address",
      ],
    },
    {
      id: `no session goes on by a passkey that was removed, ${house}`,
      house,
      broke: 1,
      moves: [
        "the owner comes by mail",
        "the stranger copies the owner's session",
        "the stranger adds a passkey in the copied session",
        "the stranger comes by passkey",
        "the owner removes the passkeys",
        "61 seconds go by",
      ],
    },
    {
      id: `no session goes on by an account that was unlinked, ${house}`,
      house,
      broke: 1,
      moves: [
        "the owner comes by mail",
        "the stranger copies the owner's session",
        "the stranger links in the copied session",
        "the stranger comes by the provider that vouches",
        "the owner unlinks the provider that vouches",
        "61 seconds go by",
      ],
    },
  ]),
];

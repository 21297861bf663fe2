// data file
/** Which published integrations run over this package in place of `@auth/core`, at which versions. */
import { coreName } from "../../../cli/project/alias.js";

/** An integration that does not run over this package, and why. */
interface Refused {
  readonly why: string;
  /** What helps. */
  readonly hint: string;
}

export interface Integration {
  readonly name: string;
  /** Those that `npm run test:full -- --only alias` signs in with. */
  readonly works: readonly string[];
  /** With another package beside it, from this major version on. */
  readonly beside?: Refused & { readonly name: string; readonly from: number };
  /** At every version. */
  readonly refused?: Refused;
}

const migrate = "Run auth migrate without --alias.";

export const integrations: readonly Integration[] = [
  { name: "next-auth", works: ["5.0.0-beta.32"] },
  {
    name: "@auth/express",
    works: ["0.12.3"],
    beside: {
      name: "express",
      from: 5,
      why: "answers 400 to every request on Express 5, with its own core too",
      hint: `${migrate} What it writes works on Express 5.`,
    },
  },
  { name: "@hono/auth-js", works: ["1.1.1"] },
  {
    name: "@auth/sveltekit",
    works: [],
    refused: { why: "has not passed its trial yet", hint: "It keeps its own core." },
  },
  {
    name: "@auth/qwik",
    works: [],
    refused: { why: "has not passed its trial yet", hint: "It keeps its own core." },
  },
  {
    name: "auth-astro",
    works: [],
    refused: {
      why: "is made for @auth/core 0.37, which has another interface",
      hint: "It keeps its own core.",
    },
  },
  {
    name: "@auth/solid-start",
    works: [],
    refused: {
      why: "is made for the package solid-start, which is no longer maintained",
      hint: "It keeps its own core.",
    },
  },
  // An app that calls Auth() itself.
  { name: coreName, works: ["0.41.3"] },
];

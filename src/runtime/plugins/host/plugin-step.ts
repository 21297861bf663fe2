/** Questions between "who it is" and the session. Internal: the shape may change until plugins have carried it. */
import type { FlowResult } from "../../http/flow-result.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Account, Awaitable, JWT, User } from "../../types/entities.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginScope } from "./plugin-scope.js";

/** Whom a step asks about: the user whom the session would belong to. */
export interface StepUser {
  /** Of the stored user; of a new one the id that it may get. */
  readonly id: string | undefined;
  /** As the store has it; of a new user as the provider tells it. */
  readonly name?: string | null | undefined;
  /** As `name`; it may not be proven. */
  readonly email?: string | null | undefined;
  /** Nobody is stored yet: this sign-in would make the user. */
  readonly isNew: boolean;
}

/** Whose user an account is added to: that of the session that is open, or one who has the address of the account. */
export type Addition = "session" | "address";

/** A sign-in that a step is asked about. */
export interface StepSubject {
  readonly user: StepUser;
  /** The user is there, and the sign-in adds the account. */
  readonly adds?: Addition | undefined;
  /** Of an account that joins by the address: its provider vouches for that. */
  readonly vouches?: boolean | undefined;
  /** What was proven, without tokens. */
  readonly account: Pick<Account, "provider" | "providerAccountId" | "type">;
}

/** Where a step sends the browser before there is a session. */
export interface Challenge {
  /** A route of the plugin, below the base path. */
  readonly path: PluginPath;
}

/** In this order steps are asked. */
export type StepRank = "refuses" | "leads" | "asks";

/** A question between "who it is" and the session. */
export interface PluginStep {
  /** Unique among the steps of all plugins. */
  readonly id: string;
  /**
   * When it is asked: first what `refuses` a sign-in, then what `leads` it elsewhere, then what `asks` its user; within a
   * rank in the order of the plugins. What refuses or leads is asked once more just before there is a session.
   */
  readonly rank: StepRank;
  /**
   * Asked before any row, token or cookie of a session; where it has been passed, not again in the same sign-in.
   * @returns undefined: go on
   * @throws what refuses the sign-in: an AuthError as it is, anything else as CallbackRouteError
   */
  ask(context: FlowContext, subject: StepSubject, own: PluginScope): Awaitable<Challenge | undefined>;
  /**
   * Called when all steps have let the sign-in pass and its user is stored, before there is a session.
   * @param passage with what `resumeSignIn` was given for this step
   * @throws what refuses the sign-in
   */
  linked?(passage: StepPassage, owner: User | AdapterUser, own: PluginScope): Awaitable<void>;
  /** Completes the token of a session of strategy "jwt", just before it is sealed. */
  stamp?(passage: StepPassage, token: JWT): Awaitable<JWT>;
  /**
   * Called when the session is made.
   * @param result the answer with the cookies of the session
   * @returns the answer that is sent
   */
  signedIn?(passage: StepPassage, result: FlowResult, own: PluginScope): Awaitable<FlowResult>;
}

/** A sign-in whose user was asked by a step and has passed it. */
export interface StepPassage {
  readonly context: FlowContext;
  /** What `resumeSignIn` was given for the step; it has travelled in the sealed cookie where other steps followed. */
  readonly note: unknown;
}

import type { StoreChoice } from "../stores/support.js";
import type { Framework } from "../../cli/project/framework.js";
import type { PluginSupport } from "../plugins/plugin.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { TakenAddresses } from "../../cli/plan/endpoint-base.js";
import type { PagePlaces } from "../../cli/plan/page-places.js";
import type { ProviderChoice } from "../provider-choice.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** Everything that `auth init` needs to know beyond the project itself. */
export interface InitAnswers {
  readonly framework: Framework;
  readonly providers: readonly ProviderChoice[];
  /** They go into a new configuration, with their tables. */
  readonly plugins?: readonly PluginSupport[];
  /** Made by the caller, so that planning stays a pure function. */
  readonly secret: string;
  readonly env?: string | undefined;
  /** Where people, accounts and sessions are kept; none: sessions live in cookies. */
  readonly store?: StoreChoice | undefined;
  readonly session?: "jwt" | "database" | undefined;
  /** File around every page that gets a button to sign in and out; undefined: none does. */
  readonly layout?: string | undefined;
  /** Coding agents are told of it, in AGENTS.md. */
  readonly agents?: boolean;
  /** What answers in the app already. Default: nothing. */
  readonly taken?: TakenAddresses;
  /** Path of the endpoints that a person has named. */
  readonly basePath?: string | undefined;
  /** May package.json and tsconfig.json be turned to ES modules? */
  readonly esm: boolean;
  readonly install: boolean;
  readonly force: boolean;
}

/** What a framework's own part of the plan works with. */
export interface InitContext {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly answers: InitAnswers;
  readonly places: PagePlaces;
  /** Names and specifiers for the templates. */
  readonly template: Readonly<Record<string, unknown>>;
}

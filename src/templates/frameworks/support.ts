/** What a framework is for the command line: a FrameworkSupport, with what its parts are given and answer. */
import type { Finding } from "../../cli/findings/finding.js";
import type { Survey } from "../../cli/findings/survey.js";
import type { InitContext } from "./init-context.js";
import type { ProtectContext } from "../../cli/plan/protected-path.js";
import type { ConfiguredProject, ProjectFacts } from "../../cli/project/facts.js";
import type { CliError } from "../../cli/terminal/errors.js";
import type { AppRoute } from "../../cli/source/syntax/access.js";
import type { SourceText } from "../../cli/source/names/names.js";
import type { Framework } from "../../cli/project/framework.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** What the command line does with a framework, beside what it knows of it. */
export interface FrameworkSupport extends Framework {
  /** Where the sources of a surveyed project mount them; undefined where that is not in sight. */
  mountedIn?(all: Survey): Promise<string | undefined>;
  /** Its part of `auth init`: files, mount, guard, an example page. */
  plan(context: InitContext): Promise<void>;
  /** Addresses at which the app answers, where its files alone say so. Left out: its code does. */
  addresses?(facts: ConfiguredProject): Promise<readonly string[]>;
  /**
   * Why the built-in pages of a new project stay below the path of the endpoints; left out: nothing keeps them there.
   * @param hasStore whether the configuration gets one
   */
  pagesStay?(facts: ConfiguredProject, hasStore: boolean): string | undefined;
  /**
   * Leads requests for the addresses of built-in pages to them, where a file of the app decides which requests it sends
   * on. Left out: what answers the endpoints sees every request.
   */
  leadTo?(context: PlanContext, addresses: readonly string[]): Promise<void>;
  /** The inverse of `leadTo`, once the pages are gone. */
  leadNoMore?(context: PlanContext, addresses: readonly string[]): Promise<void>;
  /** What answers at `/.well-known/…` outside of the base path. Left out: what answers the endpoints does. */
  readonly wellKnown?: WellKnownSupport;
  /**
   * Lets the form reach the app in which a provider sends its answer. Left out: the framework refuses no forms of other
   * sites.
   */
  acceptForm?(context: PlanContext, providerId: string): Promise<void>;
  /** The inverse, once the provider is gone. */
  refuseForm?(context: RefusedForm, providerId: string): Promise<void>;
  /** The file around every page, where its part of `auth init` can put a button; undefined: there is none yet. */
  layoutFile?(facts: ConfiguredProject): Promise<string | undefined>;
  /** Its part of `auth protect`; undefined: guards are written by hand there. */
  protect?(context: ProtectContext): Promise<void>;
  /**
   * How its guards know the organisation of an address: by the name of a part of their path, by "*" there, or by the
   * parameter of the route that they stand at.
   */
  readonly organizationBy: "name" | "star" | "route";
  /** How it runs in an image, with the changes that it needs for that: its part of `auth add-docker`. */
  deployment(context: PlanContext): Promise<Deployment>;
  /**
   * Every route of the app with what guards it, read and never run; left out: the code of such an app does not list
   * its routes.
   */
  routes?(all: Survey): Promise<readonly AppRoute[]>;
  /** What is wrong with its routes, mounts and guards. */
  inspect(all: Survey): Promise<readonly Finding[]>;
  /** Why a store cannot be used in a project as it is. */
  storeProblem?(facts: ConfiguredProject, source: SourceText, store: StoreConnection): CliError | undefined;
  /**
   * What `auth dev` starts, where the environment of a process does not reach the app. Left out: it does.
   * @param variables what the app is to find in its environment, none of it secret
   */
  devCommand?(
    command: readonly string[],
    facts: ProjectFacts,
    variables: Readonly<Record<string, string>>,
  ): Promise<DevCommand>;
}

/** A project that a provider has left. */
export interface RefusedForm extends PlanContext {
  /** The providers that stay. */
  readonly left: readonly { readonly module?: string | undefined }[];
  /** Whether an earlier plan put a text into a file. */
  wrote(file: string, text: string): boolean;
}

/** How an app lets a configuration answer at `/.well-known/…`. */
export interface WellKnownSupport {
  /** The line of a person who adds it. */
  readonly line: string;
  /** Adds it, or says it where no place for it is found. Nothing where it is there. */
  mount(context: WellKnownContext): Promise<void>;
  /** The inverse. */
  unmount(context: Pick<WellKnownContext, "builder" | "authFile">): Promise<void>;
}

export interface WellKnownContext extends PlanContext {
  readonly authFile: string;
  /** What follows `/.well-known/`. */
  readonly names: readonly string[];
}

/** How a store reaches its database. */
export interface StoreConnection {
  /** It opens a file or a connection by a driver of its own; otherwise it uses what the app gives it, or sends requests. */
  readonly connects: boolean;
}

/** A command that hands variables on to the app. */
export interface DevCommand {
  readonly command: readonly string[];
  /** What its process needs beside them. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is left to the user. */
  readonly note?: string;
}

/** How apps of a framework run in an image. */
export interface Deployment {
  /** What the image holds of the build, and where. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** It runs with the packages of the project: those that only build go. */
  readonly hasPackages: boolean;
  /** Without it the app cannot run. */
  readonly mustBuild: boolean;
  /** What starts it; undefined: what the start script says. */
  readonly command?: readonly string[];
  /** The image that it is built and run in, and the user of that image who is no root; left out: the one of Node.js. */
  readonly image?: { readonly name: string; readonly user: string };
  /** Where it answers in production; left out: where it does in development. */
  readonly port?: string;
  /** Variables with their values, none of them secret. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The plan that may change files of the project, and holds what is known of it. */
export interface PlanContext {
  readonly builder: PlanBuilder<ConfiguredProject>;
}

/** Factors that sessions may have. */
import type { Awaitable } from "../../types/entities.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { Records, RecordTable } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { FactorQuestion } from "./plugin-host.js";
import type { PluginPage, PluginScope } from "./plugin-scope.js";

/** How a form of another plugin asks for the factor, beside what it asks itself. */
export interface FactorOnForm {
  /** Fields that need no script. */
  fields(context: FlowContext, own: PluginScope): Pick<PluginPage, "content" | "css">;
  /** @throws TooManyAttempts while there were too many wrong answers of the user, whatever the next one is */
  assertOpen(own: PluginScope, userId: string): Promise<void>;
  /** A right answer is used up, a wrong one counts for the user. */
  judge(
    owner: { readonly resolved: ResolvedConfig; readonly own: PluginScope; readonly userId: string },
    body: Readonly<Record<string, unknown>>,
  ): Promise<boolean>;
}

/** A factor that sessions may have, named as its plugin. */
export interface PluginFactor {
  /** Where a user who is signed in shows it, below the base path; `callbackUrl` leads back. */
  readonly path: PluginPath;
  /** Has the user set it up? Default: nobody is known to. */
  isSetUp?(own: { records(table: RecordTable): Records }, userId: string): Promise<boolean>;
  /** Default: who has it signs in first. */
  readonly onForm?: FactorOnForm;
  /**
   * Takes it off, with all that stands for it, as trusted browsers do: an administrator does. Whoever asks has seen to it
   * that nobody signs in without it meanwhile. Default: nobody but the user.
   */
  remove?(own: PluginScope, userId: string): Promise<void>;
  isProven(question: FactorQuestion, own: { records(table: RecordTable): Records }): Awaitable<boolean>;
}

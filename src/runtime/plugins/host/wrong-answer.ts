import type { FlowResult } from "../../http/flow-result.js";
import { SharedError } from "../../errors/shared-error.js";

/** Thrown by the flow of a route with `throttle`: the try counts, and this is what the browser gets. */
export class WrongAnswer extends SharedError {
  static readonly type = "WrongAnswer";
  readonly answer: FlowResult;
  constructor(answer: FlowResult) {
    super("The answer was wrong");
    this.name = "WrongAnswer";
    this.answer = answer;
  }
}

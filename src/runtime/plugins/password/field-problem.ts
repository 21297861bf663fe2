/** What is wrong with a form, and at which of its fields that is said. */
import type { Problem } from "./messages.js";

/** What a form comes back with. */
export interface FormProblem {
  readonly text: string;
  /** Name of its field; undefined: it is about no field, and stands above them. */
  readonly field: string | undefined;
}

/** Problems that belong to no field are not here. */
export const fieldOf: Readonly<Partial<Record<Problem, string>>> = {
  badEmail: "email",
  sameEmail: "email",
  tooShort: "password",
  tooLong: "password",
  tooSimple: "password",
  tooNear: "password",
  breached: "password",
  badUserName: "userName",
  userNameTaken: "userName",
  wrongPassword: "current",
};

/** Entry point `authwright/adapters/testing`: what a store must do, as checks for any test runner. */
export type { Check, ConformanceOptions, Means } from "./check.js";
export { conformance, type ConformanceCheck } from "./conformance.js";
export {
  renderReport,
  runConformance,
  type ConformanceReport,
  type Failure,
  type GroupResult,
} from "./report.js";
export { recordsConformance } from "./record-conformance.js";
export { conformancePairs, conformanceTable } from "./record-rows.js";

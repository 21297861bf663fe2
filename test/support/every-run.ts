/** Long matrices: a part of the rows in every run, all of them with `npm run test:full` or AUTHWRIGHT_TEST_FULL=1. */
export const isFull = process.env["AUTHWRIGHT_TEST_FULL"] === "1";

/** Every nth row, the first one among them; all in the long run. */
export const inEveryRun = <Row>(rows: readonly Row[], nth: number): readonly Row[] =>
  isFull ? rows : rows.filter((_, at) => at % nth === 0);

/** Rows that are crossed with a long list: in every run one of them for each entry of the list, in turn. */
export const inTurn = <Row>(rows: readonly Row[], at: number): readonly Row[] =>
  isFull ? rows : rows.slice(at % rows.length, (at % rows.length) + 1);

/** In every run the first row of each kind. */
export const firstOfEach = <Row>(rows: readonly Row[], kindOf: (row: Row) => unknown): readonly Row[] =>
  isFull ? rows : rows.filter((row, at) => rows.findIndex((other) => kindOf(other) === kindOf(row)) === at);

/** A number of tries for every run, and the one for the long run. */
export const tries = (inRun: number, inFull: number): number => (isFull ? inFull : inRun);

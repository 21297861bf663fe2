/** Figures that may only fall. */
import { measures } from "./measure.mjs";

const held = measures.filter(({ ratcheted }) => ratcheted !== false);

/**
 * Figures that rose, and figures that nobody committed.
 *
 * @param figures area → measure → number, as measured
 * @param committed the same, as committed
 * @returns one line each; none when the ratchet holds
 */
export function risen(figures, committed) {
  return eachFigure(figures).flatMap(({ area, measure, title, figure }) => {
    const allowed = committed[area]?.[measure];
    if (allowed === undefined) return [`${area}: ${title} is not in ratchet.json (${figure} today)`];
    if (figure <= allowed) return [];
    return [
      `${area}: ${title} rose from ${allowed} to ${figure}. Run \`npm run architecture -- --list ${measure}\` to see where`,
    ];
  });
}

/** The committed figures with those lowered that fell, and those added that are new. None rises. */
export function lowered(figures, committed) {
  const result = {};
  for (const { area, measure, figure } of eachFigure(figures)) {
    result[area] ??= {};
    result[area][measure] = Math.min(figure, committed[area]?.[measure] ?? figure);
  }
  return result;
}

const eachFigure = (figures) =>
  Object.entries(figures).flatMap(([area, row]) =>
    held.map(({ id, title }) => ({ area, measure: id, title, figure: row[id] })),
  );

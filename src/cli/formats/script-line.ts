/** Lines of `scripts` in package.json, as far as they start TypeScript by ts-node. */

/** `ts-node src/index.ts`, also behind `nodemon --exec`. */
const plain = /(?<![\w./@-])ts-node(?=\s+[^-\s])/g;
/** `ts-node --files …`, `ts-node-dev`, `node -r ts-node/register`. */
const named = /(?<![\w/@-])ts-node(?:-dev|-esm)?(?=[\s/"']|$)/;

/** Whether a script starts ts-node, in whatever manner. */
export const startsTsNode = (line: string): boolean => named.test(line);

/** With tsx where ts-node stands without options, which are its own. */
export const withTsx = (line: string): string => line.replaceAll(plain, "tsx");

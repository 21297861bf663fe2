/**
 * npm run size [-- --modules [words of a title]]: what an app's bundle takes of this package after `npm run build`.
 * Everything is minified by esbuild as for WebCrypto runtimes (es2022, conditions of the edge, NODE_ENV as in production); a kB is 1,000 bytes.
 *
 * "one bundle" is what limits and goals are about: a single file, without code splitting, so that what is loaded on
 * demand counts as well, compressed as a whole with gzip -9: all that the app can reach with the providers it imports.
 * "by hand" is the same with what only providers that an app writes as objects by hand can ask for (`by-hand.ts`); a
 * bundler that splits keeps that in files which are never loaded otherwise, one that does not takes it along. "chunks" is the sum of the files when the bundler splits,
 * each compressed alone, and "at the start" those of them that are loaded before anybody signs in.
 *
 * `--modules` adds what is in the one bundle, module by module. "alone" is the module's part of the minified file
 * compressed alone: modules share words with others, so the sum is more than the bundle.
 */
import { appsBySize, measure, modulesOf } from "./weigh.mjs";

const kB = (bytes, width = 9) => (bytes === undefined ? "" : (bytes / 1000).toFixed(1)).padStart(width);

console.log(`${"".padEnd(36)}minified one bundle   by hand   chunks at the start     goal`);
for (const app of appsBySize) {
  const { plain, whole, withByHand, chunks, start } = await measure(app);
  console.log(
    app.title.padEnd(36) +
      kB(plain, 8) +
      kB(whole, 11) +
      kB(withByHand, 10) +
      kB(chunks) +
      kB(start, 13) +
      kB(app.goal),
  );
}

const [option, ...words] = process.argv.slice(2);
if (option === "--modules") {
  const asked = words.join(" ");
  for (const app of appsBySize.filter(({ title }) => title.includes(asked))) {
    const modules = await modulesOf(app);
    const total = modules.reduce((sum, { alone }) => sum + alone, 0);
    console.log(`\n${app.title}: ${modules.length} modules, ${kB(total, 0)} kB compressed one by one`);
    console.log(`${"".padEnd(60)}minified   alone`);
    for (const { module, plain, alone } of modules)
      console.log(module.padEnd(60) + kB(plain, 8) + kB(alone, 8));
  }
}

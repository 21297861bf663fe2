/**
 * npm run size [-- --modules [words of a title]]: what an app's bundle takes of this package after `npm run build`.
 * Everything is minified by esbuild as for WebCrypto runtimes (es2022, conditions of the edge, NODE_ENV as in production); a kB is 1,000 bytes.
 *
 * First what a bundler makes of it in one file, nothing of ours left out, compressed as a whole with gzip -9: by esbuild
 * and by rolldown. "requests" is what requests can make the app load when the bundler splits, each file compressed alone:
 * measured by asking the app for every route and signing in; "at the start" those files that are loaded before.
 *
 * Helpers of Svelte are the app's, and imported once. Below the table stands what the components add to a whole app, as
 * rolldown makes it, Svelte with it: to an empty one the helpers come along, the usual one has most of them itself.
 *
 * `--modules` adds what is in the one file, module by module. "alone" is the module's part of the minified file
 * compressed alone: modules share words with others, so the sum is more than the file.
 */
import { addedToSvelte } from "./weigh-svelte.mjs";
import { appsBySize, measure, modulesOf } from "./weigh.mjs";

const kB = (bytes, width = 9) => (bytes === undefined ? "" : (bytes / 1000).toFixed(1)).padStart(width);

console.log(`${"".padEnd(36)}minified   esbuild  rolldown  requests at the start     goal`);
for (const app of appsBySize) {
  const { plain, esbuild, rolldown, reach, start } = await measure(app);
  console.log(
    app.title.padEnd(36) +
      kB(plain, 8) +
      kB(esbuild, 10) +
      kB(rolldown, 10) +
      kB(reach, 10) +
      kB(start, 13) +
      kB(app.goal),
  );
}

for (const [app, added] of Object.entries(await addedToSvelte()))
  for (const [used, bytes] of Object.entries(added))
    console.log(`Svelte in the ${app} app, ${used}`.padEnd(54) + kB(bytes, 10));

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

/** Checks the Node version before anything modern is loaded, then hands over. */
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Error: Node 20.19 or later is needed; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // Node 22.1 and later keep compiled code; the types of the oldest supported Node do not know it.
  if ("enableCompileCache" in module && typeof module.enableCompileCache === "function")
    module.enableCompileCache();
  const { main } = await import("../src/commands/index.js");
  process.exitCode = await main(process.argv.slice(2));
}

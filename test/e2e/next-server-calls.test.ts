/** F-50. The built app, Webpack, and Next.js before 16 are in test/full. */
import { testServerCalls } from "./next-server-calls.js";

testServerCalls("16.4.3", "turbopack", ["development"]);

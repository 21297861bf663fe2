import { testServerCalls } from "../e2e/next-server-calls.js";

testServerCalls("16.4.3", "turbopack");
testServerCalls("16.4.3", "webpack");
testServerCalls("15.5.28", "turbopack");

/**
 * The life of test/e2e/plugins.test.ts with sessions in the database, and in browsers without JavaScript.
 *
 * npm run test:full -- --only plugins
 */
import { describeLife, describePasskeys, openBrowser } from "../e2e/plugin-life.js";

const browser = openBrowser();

describeLife(browser, { strategy: "database", javaScript: true, inspects: false });
describeLife(browser, { strategy: "jwt", javaScript: false, inspects: false });
describePasskeys(browser, "database");

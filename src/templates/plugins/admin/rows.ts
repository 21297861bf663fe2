/** What commands know of the back office: its tables, and those of sessions. */
export { banTable, grantTable, impersonationTable } from "../../../runtime/plugins/admin/tables.js";
export { sessionEpochs, sessionInfo } from "../../../runtime/plugins/sessions/session-tables.js";

/** What commands know of the back office: its tables, those of sessions, and what a grant looks like. */
export { grantRow } from "../../../runtime/plugins/admin/grants.js";
export { banTable, grantTable } from "../../../runtime/plugins/admin/tables.js";
export { sessionEpochs, sessionInfo } from "../../../runtime/plugins/sessions/session-tables.js";

/** The tables of the conformance kit for records, as apps on Drizzle have such tables. */
import * as my from "drizzle-orm/mysql-core";
import * as postgres from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import { conformancePairs, conformanceTable } from "../../src/runtime/adapter-testing/index.js";

export const pg = {
  auth_conformance_record: postgres.pgTable(conformanceTable.name, {
    id: postgres.text().primaryKey(),
    owner: postgres.text(),
    label: postgres.text(),
    note: postgres.text(),
    count: postgres.bigint({ mode: "number" }),
    active: postgres.boolean(),
    expires: postgres.timestamp({ withTimezone: true }),
  }),
  auth_conformance_pair: postgres.pgTable(conformancePairs.name, {
    left: postgres.text(),
    right: postgres.text(),
    note: postgres.text(),
  }),
};

const key = () => my.varchar({ length: 255 });

export const mysql = {
  auth_conformance_record: my.mysqlTable(conformanceTable.name, {
    id: key().primaryKey(),
    owner: key(),
    label: key(),
    note: my.mediumtext(),
    count: my.bigint({ mode: "number" }),
    active: my.boolean(),
    expires: my.datetime({ fsp: 3 }),
  }),
  auth_conformance_pair: my.mysqlTable(conformancePairs.name, { left: key(), right: key(), note: key() }),
};

export const sqlite = {
  auth_conformance_record: lite.sqliteTable(conformanceTable.name, {
    id: lite.text().primaryKey(),
    owner: lite.text(),
    label: lite.text(),
    note: lite.text(),
    count: lite.integer(),
    active: lite.integer({ mode: "boolean" }),
    expires: lite.integer({ mode: "timestamp_ms" }),
  }),
  auth_conformance_pair: lite.sqliteTable(conformancePairs.name, {
    left: lite.text(),
    right: lite.text(),
    note: lite.text(),
  }),
};

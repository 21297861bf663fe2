import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable(
  "projects",
  {
    id: integer("id").primaryKey(),
    team: text("team").notNull(),
    title: text("title").notNull(),
  },
  (table) => [index("projects_team").on(table.team)],
);

/** Address of a page, layout or route of the App Router, parameters as `[id]`: groups and slots are no part of it. */
export const addressOf = (file: string, appDir: string): string =>
  file
    .slice(appDir.length)
    .replace(/\/(?:page|layout|route)\.\w+$/, "")
    .replace(/\/(?:\([^)]*\)|@\w+)/g, "") || "/";

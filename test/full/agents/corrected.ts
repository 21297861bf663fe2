/** What a person does with a finding of the doctor. */
export interface Found {
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly fix: string;
}

/** Code that the finding shows for another place of the file: a call, or the export below the import. */
const elsewhere: readonly (readonly [shown: RegExp, old: RegExp])[] = [
  [/^const session = (?:await )?(.+?);?$/, /await getServerSession\([^)]*\)/g],
  [/^(export default auth\.require\(.+)$/, /^export default withAuth\b.*$/gm],
];

/** Writes what the doctor shows: the lines in place of the one that is named, and code for other places there. */
export function corrected(text: string, { line = 1, fix }: Found): string {
  // What is no line of code is advice about a name: the compiler says whether the code can do without it.
  const written = fix.split("\n").filter((one) => !/^\w+: /.test(one));
  const lines = text.split("\n");
  const isElsewhere = (one: string) =>
    elsewhere.some(([shown, old]) => shown.test(one) && text.search(new RegExp(old.source, "m")) !== -1);
  lines[line - 1] = written.filter((one) => !isElsewhere(one)).join("\n");
  return written.filter(isElsewhere).reduce((code, one) => {
    const [shown, old] = elsewhere.find(([form]) => form.test(one)) ?? [];
    if (shown === undefined || old === undefined) return code;
    const part = shown.exec(one)?.[1] ?? "";
    return code.replaceAll(old, (found) => (found.startsWith("await ") ? `await ${part}` : part));
  }, lines.join("\n"));
}

/** What user code was asked, one line a call, in a form in which two runs can be compared. */
export class Calls {
  lines: string[] = [];

  take(): string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  add(name: string, ...args: readonly unknown[]): void {
    this.lines.push([name, ...args.map((arg) => JSON.stringify(plain(arg)))].join(" "));
  }

  readonly logger = {
    error: (error: Error) =>
      void this.lines.push(`log:error ${(error as { type?: string }).type ?? error.name}`),
    warn: (code: string) => void this.lines.push(`log:warn ${code}`),
    debug: () => undefined,
  };

  /** The same functions, each of which leaves a line with its arguments. */
  wrap<T extends object>(kind: string, functions: T): T {
    const wrapped = Object.entries(functions).map(([name, run]) => [
      name,
      (...args: unknown[]) => {
        this.add(`${kind}:${name}`, ...args);
        return (run as (...given: unknown[]) => unknown)(...args);
      },
    ]);
    return Object.fromEntries(wrapped) as T;
  }
}

const random: readonly (readonly [RegExp, string])[] = [
  [/[\w-]{10,}\.\.[\w-]+\.[\w-]+\.[\w-]+/g, "<jwe>"],
  [/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/g, "<jws>"],
  // Also one that was cut on its way.
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{1,12}/g, "<uuid>"],
  [/[0-9a-f]{64}/g, "<hex64>"],
  [/code-\d+/g, "<code>"],
  [/boundary=[\w-]+/g, "boundary=<random>"],
  [/((?:code_challenge|code_verifier|nonce)=)[\w-]{43}/g, "$1<random>"],
];

/** A text without what is drawn at random. */
export function settled(text: string): string {
  let result = text;
  for (const [pattern, name] of random) result = result.replace(pattern, name);
  return result;
}

const drawn: ReadonlySet<string> = new Set(["nonce", "code_verifier", "challenge", "credentialPublicKey"]);

/** Cookies are compared elsewhere; the length is that of a body which is written anew. */
const left: ReadonlySet<string> = new Set(["cookie", "content-length"]);

/** A value as JSON can show it, members sorted; members without a value are left out. */
export function plain(value: unknown): unknown {
  if (typeof value === "string") return settled(value);
  if (typeof value === "function") return "<function>";
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return { date: value.toISOString() };
  if (value instanceof URL) return value.href;
  if (value instanceof URLSearchParams) return plain(Object.fromEntries([...value].sort()));
  if (value instanceof Headers)
    return plain(Object.fromEntries([...value].filter(([name]) => !left.has(name)).sort()));
  if (value instanceof Request)
    // An empty query says nothing.
    return { url: value.url.replace(/\?$/, ""), method: value.method, headers: plain(value.headers) };
  if (value instanceof Error) return { error: value.name };
  if (Array.isArray(value)) return value.map(plain);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]): [string, unknown] => [name, drawn.has(name) ? "<random>" : plain(member)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

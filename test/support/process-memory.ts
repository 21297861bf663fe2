const names = ["shared-memory", "ended-sessions", "authorized-overruled"];

/** What a process remembers of tries, used sign-ins, ended sessions, and what it has said. */
export function forget(): void {
  const home = globalThis as Record<symbol, unknown>;
  for (const name of names) delete home[Symbol.for(`authwright.${name}`)];
}

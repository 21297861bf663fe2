/** What a process remembers of tries, used sign-ins and ended sessions. */
export function forget(): void {
  const home = globalThis as Record<symbol, unknown>;
  for (const name of ["shared-memory", "ended-sessions"]) delete home[Symbol.for(`authwright.${name}`)];
}

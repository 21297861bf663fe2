/** Keeps the processor busy. */
export function workFor(microseconds: number): void {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
}

/** A promise that a test opens by hand: it waits for what has happened, never for a number of milliseconds. */
export function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

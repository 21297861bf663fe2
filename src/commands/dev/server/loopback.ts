/** Whether a host name (no port) can only mean this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname);

/** Whether a redirect target or origin stays on this machine. */
export function isLoopbackUrl(value: string | null | undefined): boolean {
  if (!value || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "" && isLoopbackHost(hostname);
}

/**
 * Runs once before any test file: the npm package unpacks Chromium at its first use, and a second worker that asks
 * meanwhile would be given the half of it that is there.
 */
export default async function unpackBrowser(): Promise<void> {
  if (process.platform !== "linux") return;
  const { default: packaged } = await import("@sparticuz/chromium");
  await packaged.executablePath();
}

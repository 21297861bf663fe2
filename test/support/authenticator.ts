/** A platform authenticator with PIN or finger, as laptops and phones have it, played by Chromium. */
import type { CDPSession, Page } from "playwright-core";

export interface Device {
  readonly cdp: CDPSession;
  readonly id: string;
}

/** Gives the page a device; `WebAuthn.disable` takes it away. */
export async function plugInDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

export const keysOf = async ({ cdp, id }: Device) =>
  (await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials;

import { createHmac } from "node:crypto";
import type { Face } from "../provider.js";

/** The client secret of a provider that signs with it, as the runtime has it while it is simulated. */
const sharedSecret = "auth-dev";

export const shopify: Face = {
  sealAnswer: (fields, asked) => {
    fields.set("shop", asked.host);
    fields.set("timestamp", String(Math.floor(Date.now() / 1000)));
    const sorted = new URLSearchParams([...fields].sort(([a], [b]) => (a < b ? -1 : 1)));
    fields.set("hmac", createHmac("sha256", sharedSecret).update(sorted.toString()).digest("hex"));
  },
};

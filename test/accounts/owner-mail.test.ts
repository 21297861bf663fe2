/** What tells an owner of a new way in is paid by nobody else's budget. */
import { expect, test } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { address, after, csrf, Stage } from "./stage.js";

test.each(["jwt", "database"] as const)(
  "M1: ten mails that strangers ask for silence no notice to the owner (%s)",
  async (strategy) => {
    const told: Mail[] = [];
    const plugins = [account({ sendMail: (mail) => void told.push(mail) })];
    const stage = new Stage({ adapter: MemoryAdapter(), more: { session: { strategy }, plugins } });
    const owner = stage.browser();
    expect(await stage.mail(owner)).toBe(after);
    for (let asked = 0; asked < 12; asked++) {
      const stranger = stage.browser();
      await stranger.post("/auth/signin/email", { csrfToken: await csrf(stranger), email: address });
    }
    // The budget of the address is used up.
    expect(stage.links).toHaveLength(9);
    expect(await stage.oauth({ email: "thief@evil.test" }, owner)).toBe(after);
    expect(told.map(({ to }) => to)).toEqual([address]);
  },
);

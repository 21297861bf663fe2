import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Adapter, AdapterUser } from "../../src/runtime/types/adapter.js";

const expires = new Date("2030-01-02T03:04:05.000Z");

/** What one writes, the other reads and continues. */
export function eachOther(ours: Adapter, theirs: Adapter) {
  test.each([
    ["ours", "theirs", ours, theirs],
    ["theirs", "ours", theirs, ours],
  ] as const)("what %s writes, %s reads, and the session goes on", async (_, __, writer, reader) => {
    const email = `${randomUUID()}@example.com`;
    const given = {
      id: randomUUID(),
      name: "Ada",
      email,
      emailVerified: expires,
      image: null,
    } as AdapterUser;
    const user = await writer.createUser?.(given);
    const userId = user?.id as string;
    const account = { provider: "github", providerAccountId: randomUUID() };
    const sessionToken = randomUUID();
    await writer.linkAccount?.({ userId, type: "oauth", ...account, expires_at: 2_000_000_000 });
    await writer.createSession?.({ sessionToken, userId, expires });
    const found = await reader.getSessionAndUser?.(sessionToken);
    expect(found).toMatchObject({ session: { expires }, user: { email, emailVerified: expires } });
    // The published adapters give numbers where the column holds numbers.
    expect([String(found?.user.id), String(found?.session.userId)]).toEqual([String(userId), String(userId)]);
    expect((await reader.getUserByAccount?.(account))?.email).toBe(email);
    const later = new Date("2031-01-01T00:00:00.000Z");
    await reader.updateSession?.({ sessionToken, expires: later });
    expect((await writer.getSessionAndUser?.(sessionToken))?.session.expires).toEqual(later);
    const token = { identifier: email, token: randomUUID(), expires };
    await writer.createVerificationToken?.(token);
    expect(await reader.useVerificationToken?.({ identifier: email, token: token.token })).toEqual(token);
    expect(await writer.useVerificationToken?.({ identifier: email, token: token.token })).toBeNull();
  });
}

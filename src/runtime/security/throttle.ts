/** How often somebody may try: mails to one address, and answers that turn out wrong. */
import { TooManyAttempts } from "../errors.js";
import type { ThrottleCount, ThrottleLimit, ThrottleOptions } from "../types/shared-store.js";
import type { Attempt, Throttle } from "../types/throttle.js";
import { clientRange } from "./client-address.js";
import { hashToken } from "./hash.js";

/** Where tries are counted. A slot is taken before an answer is checked, so that tries at once don't slip past. */
export interface TryCounters {
  /** Counts a try. @returns the count with this one */
  take(key: string, windowSeconds: number): Promise<ThrottleCount>;
  /** The try was right, or was not looked at. */
  giveBack(key: string, windowSeconds: number): Promise<void>;
  /** The try was wrong. */
  keep(key: string, windowSeconds: number): Promise<void>;
  /** Counting begins anew. */
  forget(key: string): Promise<void>;
}

/** One count that a try meets. */
interface Slot {
  readonly key: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly name: ThrottleLimit;
}

/** Names of one form that are counted; with more of them nobody signs in. */
export const maxIdentifiers = 32;

/** For `throttle: false`. */
export const noThrottle: Throttle = Object.freeze({
  isOn: false,
  mail: () => Promise.resolve(),
  newCode: () => Promise.resolve(),
  attempt: <T>(_who: Attempt, check: () => Promise<T>) => check(),
});

/** @param secrets keys are hashed with them, so that a shared store learns no names and no addresses */
export function createThrottle(
  counters: TryCounters,
  secrets: readonly string[],
  options: ThrottleOptions = {},
): Throttle {
  const wrong = {
    windowSeconds: 900,
    perIdentifier: 20,
    perClient: 60,
    perIdentifierEverywhere: 100,
    ...options.credentials,
  };
  const mails = { windowSeconds: 600, perAddress: 10, perMailbox: 50, perClient: 100, ...options.mail };
  const { triesPerCode = 5 } = options;

  const keyOf = (kind: string, ...parts: readonly string[]) =>
    hashToken(JSON.stringify(["throttle", kind, ...parts]), secrets);

  const slot = async (name: ThrottleLimit, limit: number, windowSeconds: number, ...parts: string[]) =>
    ({ key: await keyOf(name, ...parts), limit, windowSeconds, name }) satisfies Slot;

  async function slotsOf(who: Attempt): Promise<Slot[]> {
    const { provider, clientAddress, codeLifeSeconds } = who;
    const client = clientAddress === undefined ? undefined : clientRange(clientAddress);
    const { windowSeconds } = wrong;
    const slots: Slot[] = [];
    for (const identifier of new Set(who.identifiers.map(canonical))) {
      if (codeLifeSeconds !== undefined)
        slots.push(await slot("code", triesPerCode, codeLifeSeconds, provider, identifier));
      if (who.isKnownBrowser === true) {
        slots.push(await slot("known-browser", wrong.perIdentifier, windowSeconds, provider, identifier));
      } else if (client === undefined) {
        slots.push(await slot("identifier", wrong.perIdentifier, windowSeconds, provider, identifier));
      } else {
        slots.push(
          await slot(
            "identifier-and-client",
            wrong.perIdentifier,
            windowSeconds,
            provider,
            identifier,
            client,
          ),
          await slot("identifier", wrong.perIdentifierEverywhere, windowSeconds, provider, identifier),
        );
      }
    }
    if (client !== undefined) slots.push(await slot("client", wrong.perClient, windowSeconds, client));
    return slots;
  }

  /** Takes all slots, or none. @throws TooManyAttempts when one of them is full */
  async function takeAll(slots: readonly Slot[]): Promise<void> {
    const counts = await Promise.all(
      slots.map(({ key, windowSeconds }) => counters.take(key, windowSeconds)),
    );
    const full = slots.findIndex(({ limit }, at) => (counts[at]?.count ?? 0) > limit);
    const slotFull = slots[full];
    if (slotFull === undefined) return;
    await giveBackAll(slots);
    throw tooMany(slotFull, counts[full]?.secondsLeft ?? slotFull.windowSeconds);
  }

  const giveBackAll = async (slots: readonly Slot[]): Promise<void> => {
    await Promise.all(slots.map(({ key, windowSeconds }) => counters.giveBack(key, windowSeconds)));
  };

  return Object.freeze({
    isOn: true,
    async mail(address, clientAddress) {
      const { windowSeconds } = mails;
      const slots = [
        await slot("mail-address", mails.perAddress, windowSeconds, canonical(address)),
        await slot("mailbox", mails.perMailbox, windowSeconds, mailboxOf(canonical(address))),
      ];
      if (clientAddress !== undefined)
        slots.push(await slot("mail-client", mails.perClient, windowSeconds, clientRange(clientAddress)));
      await takeAll(slots);
      await Promise.all(slots.map(({ key }) => counters.keep(key, windowSeconds)));
    },
    newCode: async (provider, identifier) =>
      counters.forget(await keyOf("code", provider, canonical(identifier))),
    async attempt(who, check, isWrong) {
      const slots = await slotsOf(who);
      await takeAll(slots);
      try {
        const value = await check();
        await giveBackAll(slots);
        return value;
      } catch (error) {
        // A store or a service that is down says nothing about the answer.
        if (isWrong(error))
          await Promise.all(slots.map(({ key, windowSeconds }) => counters.keep(key, windowSeconds)));
        else await giveBackAll(slots);
        throw error;
      }
    },
  } satisfies Throttle);
}

const counted: Readonly<Record<ThrottleLimit, string>> = {
  "identifier-and-client": "wrong answers for one name from one client address",
  identifier: "wrong answers for one name",
  client: "wrong answers from one client address",
  "known-browser": "wrong answers for one name from browsers that know it",
  code: "wrong answers for one code",
  "mail-address": "mails to one address",
  mailbox: "mails to one mailbox",
  "mail-client": "mails asked for from one client address",
};

function tooMany({ name, limit, windowSeconds }: Slot, secondsLeft: number): TooManyAttempts {
  const minutes = Math.round(windowSeconds / 6) / 10;
  const text = `Too many ${counted[name]}: ${limit} in ${minutes} minutes are allowed`;
  return new TooManyAttempts(text, Math.max(1, Math.ceil(secondsLeft)), name);
}

// Letters that databases take for their plain relatives and that have no decomposition of their own.
const relatives: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  ŧ: "t",
  þ: "th",
};

/** Spellings that a store may take for one name are one name: compatibility forms, case, marks, invisible characters. */
export function canonical(identifier: string): string {
  return identifier
    .slice(0, 1000)
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cc}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðħıłŋŧþ]/g, (letter) => relatives[letter] ?? letter)
    .trim();
}

/** The mailbox that an address leads to at most providers: without its plus-tag and without dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const [local = ""] = address.slice(0, Math.max(at, 0)).split("+", 1);
  return local.replaceAll(".", "") + address.slice(Math.max(at, 0));
}

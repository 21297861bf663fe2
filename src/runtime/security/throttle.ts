/** How often somebody may try: mails to one address, and answers that turn out wrong. */
import { TooManyAttempts } from "../errors/index.js";
import type { ThrottleCount, ThrottleLimit, ThrottleOptions } from "../types/shared-store.js";
import type { AskedMail, Attempt, CountedDeed, Throttle } from "../types/throttle.js";
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
  bounded: <T>(_deed: CountedDeed, _of: string, act: () => Promise<T>) => act(),
  attempt: <T>(_who: Attempt, check: () => Promise<T>) => check(),
});

const deeds: Readonly<Record<CountedDeed, Pick<Slot, "limit" | "windowSeconds">>> = {
  "session-changes": { limit: 10, windowSeconds: 600 },
  "reconnect-mails": { limit: 1, windowSeconds: 900 },
};

type MakeSlot = (
  name: ThrottleLimit,
  limit: number,
  windowSeconds: number,
  ...parts: string[]
) => Promise<Slot>;

/** @param secrets keys are hashed with them, so that a shared store learns no names and no addresses */
export function createThrottle(
  counters: TryCounters,
  secrets: readonly string[],
  options: ThrottleOptions = {},
): Throttle {
  const keyOf = (kind: string, ...parts: readonly string[]) =>
    hashToken(JSON.stringify(["throttle", kind, ...parts]), secrets);
  const slot: MakeSlot = async (name, limit, windowSeconds, ...parts) => ({
    key: await keyOf(name, ...parts),
    limit,
    windowSeconds,
    name,
  });
  const slotsOf = slotsFor(options, slot);
  const mailSlots = mailSlotsFor(options, slot);
  const takeMail = async (slots: readonly Slot[]) => {
    await takeAll(counters, slots);
    await forAll(slots, counters.keep);
  };
  return Object.freeze({
    isOn: true,
    async mail(asked) {
      const { forAll: every, forOwner } = mailSlots;
      try {
        await takeMail(await every(asked));
      } catch (full) {
        if (!(full instanceof TooManyAttempts) || !(await asked.isKnownBrowser())) throw full;
        // The count of strangers began first, so it says when the next mail may be asked for.
        await takeMail([await forOwner(asked)]).catch(() => Promise.reject(full));
      }
    },
    bounded: boundedBy(counters, slot),
    newCode: async (provider, identifier) =>
      counters.forget(await keyOf("code", provider, canonical(identifier))),
    async attempt(who, check, isWrong) {
      const slots = await slotsOf(who);
      if (slots.length === 0) return check();
      await takeAll(counters, slots);
      try {
        const value = await check();
        await forAll(slots, counters.giveBack);
        return value;
      } catch (error) {
        // A store or a service that is down says nothing about the answer.
        await forAll(slots, isWrong(error) ? counters.keep : counters.giveBack);
        throw error;
      }
    },
  } satisfies Throttle);
}

/** The slot is taken first, so that deeds at once don't slip past; what fails gives it back. */
const boundedBy =
  (counters: TryCounters, slot: MakeSlot): Throttle["bounded"] =>
  async (deed, of, act) => {
    const { name, limit, windowSeconds } = typeof deed === "string" ? { name: deed, ...deeds[deed] } : deed;
    const slots = [await slot(name, limit, windowSeconds, of)];
    await takeAll(counters, slots);
    try {
      const done = await act();
      await forAll(slots, counters.keep);
      return done;
    } catch (error) {
      await forAll(slots, counters.giveBack);
      throw error;
    }
  };

/** The counts that a mail meets, and the one that is left to the owner: strangers take nothing of it. */
function mailSlotsFor({ mail }: ThrottleOptions, slot: MakeSlot) {
  const limits = {
    windowSeconds: 600,
    perAddress: 10,
    perAddressAndClient: 4,
    perMailbox: 50,
    perClient: 100,
    perKnownBrowser: 3,
    ...mail,
  };
  const of = (name: ThrottleLimit, limit: number, ...parts: string[]) =>
    slot(name, limit, limits.windowSeconds, ...parts);
  return {
    async forAll({ address, clientAddress }: AskedMail): Promise<Slot[]> {
      const name = canonical(address);
      const slots = [
        await of("mail-address", limits.perAddress, name),
        await of("mailbox", limits.perMailbox, mailboxOf(name)),
      ];
      if (clientAddress === undefined) return slots;
      const client = clientRange(clientAddress);
      return [
        ...slots,
        await of("mail-address-and-client", limits.perAddressAndClient, name, client),
        await of("mail-client", limits.perClient, client),
      ];
    },
    forOwner: ({ address }: AskedMail) =>
      of("mail-known-browser", limits.perKnownBrowser, canonical(address)),
  };
}

/** The counts that a try meets: of each name by who says it, and of the client. */
function slotsFor({ credentials, triesPerCode = 5 }: ThrottleOptions, slot: MakeSlot) {
  const wrong = {
    windowSeconds: 900,
    perIdentifier: 20,
    perClient: 60,
    perIdentifierEverywhere: 100,
    ...credentials,
  };
  const { windowSeconds, perIdentifier } = wrong;
  return async (who: Attempt): Promise<Slot[]> => {
    const { provider, clientAddress, codeLifeSeconds } = who;
    const client = clientAddress === undefined ? undefined : clientRange(clientAddress);
    const slots: Slot[] = [];
    for (const name of new Set(who.identifiers.map(canonical))) {
      if (codeLifeSeconds !== undefined)
        slots.push(await slot("code", triesPerCode, codeLifeSeconds, provider, name));
      if (who.isKnownBrowser === true) {
        slots.push(await slot("known-browser", perIdentifier, windowSeconds, provider, name));
      } else if (client === undefined) {
        slots.push(await slot("identifier", perIdentifier, windowSeconds, provider, name));
      } else {
        slots.push(
          await slot("identifier-and-client", perIdentifier, windowSeconds, provider, name, client),
          await slot("identifier", wrong.perIdentifierEverywhere, windowSeconds, provider, name),
        );
      }
    }
    if (client !== undefined && who.isCounted !== true)
      slots.push(await slot("client", wrong.perClient, windowSeconds, client));
    return slots;
  };
}

async function forAll(slots: readonly Slot[], act: TryCounters["keep"]): Promise<void> {
  await Promise.all(slots.map(({ key, windowSeconds }) => act(key, windowSeconds)));
}

/** Takes all slots, or none. @throws TooManyAttempts when one of them is full */
async function takeAll(counters: TryCounters, slots: readonly Slot[]): Promise<void> {
  const counts = await Promise.all(slots.map(({ key, windowSeconds }) => counters.take(key, windowSeconds)));
  const full = slots.findIndex(({ limit }, at) => (counts[at]?.count ?? 0) > limit);
  const slotFull = slots[full];
  if (slotFull === undefined) return;
  await forAll(slots, counters.giveBack);
  throw tooMany(slotFull, counts[full]?.secondsLeft ?? slotFull.windowSeconds);
}

/** In words, where the name of a limit is none. */
const counted: Readonly<Partial<Record<ThrottleLimit, string>>> = {
  "identifier-and-client": "wrong answers for one name from one client address",
  identifier: "wrong answers for one name",
  client: "wrong answers from one client address",
  "known-browser": "wrong answers for one name from browsers that know it",
  code: "wrong answers for one code",
  "mail-address": "mails to one address",
  "mail-address-and-client": "mails to one address, asked for from one client address",
  "mail-known-browser": "mails to one address, asked for in browsers that know it",
  mailbox: "mails to one mailbox",
  "mail-client": "mails asked for from one client address",
  "session-changes": "changes of what opens an account, made in one session",
  "reconnect-mails": "mails that ask to connect one account again",
};

function tooMany({ name, limit, windowSeconds }: Slot, secondsLeft: number): TooManyAttempts {
  const minutes = Math.round(windowSeconds / 6) / 10;
  const text = `Too many ${counted[name] ?? name}: ${limit} in ${minutes} minutes are allowed`;
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

/** Subpath `authwright/shared-store/redis`: shared memory of all processes in Redis 6 or newer, or Valkey. */
import type { SharedStore } from "../types/shared-store.js";

/** The part of a Redis client that is used: ioredis has `call`, node-redis `sendCommand`, the client of Bun `send`. */
export type RedisClient =
  | {
      /** Of ioredis. */
      call(command: string, ...args: string[]): PromiseLike<unknown>;
    }
  | {
      /** Of node-redis. */
      sendCommand(command: string[]): PromiseLike<unknown>;
    }
  | {
      /** Of Bun. */
      send(command: string, args: string[]): PromiseLike<unknown>;
    };

/** Options of `RedisStore`. */
export interface RedisStoreOptions {
  /** In front of every key; default `authwright:`. */
  prefix?: string;
}

/** A counter below 0 would be a gift of tries, one without an end would lock a name for ever. */
const incrementScript = `
if ARGV[2] == '-1' and tonumber(redis.call('GET', KEYS[1]) or '0') <= 0 then return {0, 0} end
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

/**
 * A {@link SharedStore} in Redis, over the client that the app has. Every key expires by itself.
 *
 * @param client of ioredis, node-redis or Bun; connecting and closing it is the app's
 * @throws nothing itself; what the client rejects with is logged, and this process counts for itself meanwhile
 * @example const config = { sharedStore: redisStore(new Redis(process.env.REDIS_URL)), providers: [GitHub] };
 */
export function redisStore(
  client: RedisClient,
  { prefix = "authwright:" }: RedisStoreOptions = {},
): SharedStore {
  const run = async (command: string, ...args: string[]): Promise<unknown> => {
    if ("call" in client) return client.call(command, ...args);
    if ("sendCommand" in client) return client.sendCommand([command, ...args]);
    return client.send(command, args);
  };
  const named = (key: string): string => prefix + key;
  return {
    async increment(key, ttlSeconds, by) {
      const milliseconds = String(Math.ceil(ttlSeconds * 1000));
      const answer = await run("EVAL", incrementScript, "1", named(key), milliseconds, String(by));
      const [count, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (!Number.isInteger(count)) throw new Error("Redis did not answer with a count");
      return { count: Number(count), secondsLeft: Number(left) / 1000 };
    },
    async add(key, ttlSeconds) {
      const milliseconds = String(Math.ceil(ttlSeconds * 1000));
      return (await run("SET", named(key), "1", "NX", "PX", milliseconds)) !== null;
    },
    has: async (keys) => keys.length > 0 && Number(await run("EXISTS", ...keys.map(named))) > 0,
    delete: (key) => run("DEL", named(key)),
  };
}

/** Rows as text and back: JSON, with dates and big integers as they were. */
import { isObject } from "../../types/members.js";

const dateKey = "authwright.date";
const integerKey = "authwright.bigint";

export const toText = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, written: unknown) {
    // By now a date is a text.
    const given = this[key];
    if (given instanceof Date) return { [dateKey]: given.valueOf() };
    return typeof given === "bigint" ? { [integerKey]: String(given) } : written;
  });

export const fromText = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    if (!isObject(value) || Object.keys(value).length !== 1) return value;
    const { [dateKey]: date, [integerKey]: integer } = value;
    if (typeof date === "number" || date === null) return new Date(date ?? Number.NaN);
    return typeof integer === "string" && /^-?\d+$/.test(integer) ? BigInt(integer) : value;
  });

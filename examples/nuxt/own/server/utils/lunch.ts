// In memory: a real app keeps it in a database.
const guests = new Set(["Robin"]);

export const lunch = {
  guests: () => [...guests],
  join: (name: string) => void guests.add(name),
};

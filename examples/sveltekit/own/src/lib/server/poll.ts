export const choices = ["Mountains", "Sea", "Home"] as const;

// Who chose what. In memory; a real app keeps it in a database.
const votes = new Map<string, string>();

export function vote(voter: string, choice: string): boolean {
  if (!choices.some((one) => one === choice)) return false;
  votes.set(voter, choice);
  return true;
}

export const counted = () =>
  choices.map((choice) => ({
    choice,
    votes: [...votes.values()].filter((one) => one === choice).length,
  }));

/** What the provider was asked, in order; without codes, tokens or secrets. */
export class Timeline {
  readonly #steps: string[] = [];
  readonly #limit = 100;

  note(provider: string, step: string): void {
    this.#steps.push(`${provider}: ${step}`);
    if (this.#steps.length > this.#limit) this.#steps.shift();
  }

  /** Oldest first. */
  get steps(): readonly string[] {
    return this.#steps;
  }
}

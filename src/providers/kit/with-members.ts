/** The profile `P` with members that are known better: those of `M` in place of its own of the same names. */
export type WithMembers<P, M> = { [K in keyof P as K extends keyof M ? never : K]: P[K] } & M;

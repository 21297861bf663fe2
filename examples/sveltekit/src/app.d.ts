declare global {
  namespace App {
    interface Locals {
      auth: import("authwright/sveltekit").LocalAuth<typeof import("$lib/server/auth").auth>;
    }
  }
}

export {};

import { claimsOf, type Face } from "../provider.js";

export const huggingface: Face = {
  profile: (visit) => ({
    ...claimsOf(visit),
    profile: `https://huggingface.co/${visit.user.username}`,
    isPro: visit.user.id === "mira",
    ...(visit.scope.includes("read-billing") && { canPay: true }),
    orgs: [
      {
        sub: "6400000000000000000000aa",
        name: "Lantern Research",
        picture: "https://huggingface.co/avatars/lantern.svg",
        preferred_username: "lantern-research",
        isEnterprise: true,
        roleInOrg: "write",
        resourceGroups: [{ name: "readers", role: "read", sub: "6400000000000000000000ab" }],
      },
    ],
  }),
};

import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "shopify-customer",
  name: "Shopify Customer Accounts",
  type: "oidc",
  status: "active",
  issuer: "https://{shopDomain}",
  params: [{ name: "shopDomain", required: true, example: "shop.example.com" }],
  scopes: ["openid", "email", "customer-account-api:full"],
  userinfoTokenIn: { scheme: "" },
  userinfoExtra: [
    { url: "{issuer}/.well-known/customer-account-api", at: "api", optional: true },
    {
      url: "{profile.api.graphql_api}",
      hosts: ["shopify.com"],
      at: "graph",
      body: { query: "{ customer { firstName lastName imageUrl } }" },
      optional: true,
    },
  ],
  profile: {
    id: "sub",
    name: "${graph.data.customer.firstName} ${graph.data.customer.lastName}||email",
    email: "email",
    image: "graph.data.customer.imageUrl",
  },
  emailVerified: "email_verified",
  style: { bg: "#7ab55c", text: "#000" },
  docs: "https://shopify.dev/docs/api/customer",
  console: "https://partners.shopify.com/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: [
    "Endpoints come from the shop's metadata",
    "Name and picture are asked of the Customer Account API; where it does not answer, the name is the address",
  ],
  factory: "ShopifyCustomer",
  mark: "shopify",
  options: { shopDomain: "Host of the shop." },
};

/** Claims of Shopify Customer Accounts, and what its API adds. */
export interface ShopifyCustomerProfile extends Profile {
  /** Metadata of the API. */
  api?: {
    /** Address of the API. */
    graphql_api?: string;
  };
  /** Answer of the Customer Account API, in GraphQL. */
  graph?: {
    /** Only `customer` is used of it. */
    data?: {
      /** `user.name` and `user.image` come from it. */
      customer?: {
        /** Becomes `user.name`. */
        firstName?: string | null;
        /** Becomes `user.name`. */
        lastName?: string | null;
        /** Becomes `user.image`. */
        imageUrl?: string | null;
      };
    };
  };
}

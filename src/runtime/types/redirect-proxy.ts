/** A callback that many deployments share, such as previews, which no provider knows. */
export interface RedirectProxy {
  /** Address of the endpoints that the provider knows. Example: `https://app.example.com/api/auth`. */
  url: string;
  /**
   * Read by the proxy itself: the origins to which it passes answers on. Each is an exact https origin, or has `*` for
   * the first label of a host with at least three more: `https://*.preview.example.com`. Default: none but its own.
   */
  origins?: readonly string[] | undefined;
}

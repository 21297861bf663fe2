/** A field of a sign-in form. Further members become attributes of the input, such as `required` or `autocomplete`. */
export interface CredentialInput {
  /** Text above the field. Default: the field's name. */
  label?: string;
  /** Type of the input. Default: `text`. */
  type?: string;
  /** What stands in the field at first. Default: nothing. */
  value?: string | number;
  /** What stands in the field while it is empty. */
  placeholder?: string;
  /** What the browser may fill in, such as `email webauthn`. */
  autocomplete?: string;
  [attribute: string]: unknown;
}

/**
 * The form of every answer of the API.
 * `message` is a sentence in the caller's language that a customer can read; empty when there is nothing to say.
 */
export interface Success<Data> {
  success: true;
  data: Data;
  message: string;
}

export interface Failure {
  success: false;
  data: { errors?: FieldErrors };
  message: string;
}

/** Field (dotted path such as `products.0`) → sentence. */
export type FieldErrors = Record<string, string>;

export type Envelope<Data> = Success<Data> | Failure;

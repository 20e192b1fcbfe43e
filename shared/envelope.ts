/** The envelope of every API response. `message` is a text for customers in the caller's language, or empty. */
export interface SuccessEnvelope<Data> {
  success: true;
  data: Data;
  message: string;
}

export interface FailureEnvelope {
  success: false;
  data: { errors?: FieldErrors };
  message: string;
}

/** Field (dotted path such as `products.0`) → message. */
export type FieldErrors = Record<string, string>;

export type Envelope<Data> = SuccessEnvelope<Data> | FailureEnvelope;

/** The envelope of every JSON response. `message` is a text for visitors in the caller's language, or empty. */
export interface SuccessEnvelope<Data> {
  success: true;
  data: Data;
  message: string;
}

export interface FailureEnvelope {
  success: false;
  data: {
    errors?: ErrorMessageByField;
    /** The current item, if a save was based on an outdated revision. */
    present?: unknown;
    record?: DnsTxtRecord;
  };
  message: string;
}

export interface DnsTxtRecord {
  name: string;
  value: string;
}

/** Error message by field. The key is a dotted path such as `products.0`. */
export type ErrorMessageByField = Record<string, string>;

export type ResponseEnvelope<Data> = SuccessEnvelope<Data> | FailureEnvelope;

export type EmptyResponseData = Record<string, never>;

import { HttpError } from 'react-admin';
import type { AnyCallInput, CallNameWithOptionalInput, CallOptions } from '#client/core/call-types.ts';
import { apiBasePath, buildApiPath } from '#shared/api-path.ts';
import type { CompleteApiContract } from '#shared/contract.ts';
import type { CallInputOf, DataOf, EndpointNamePattern } from '#shared/endpoint.ts';
import type { DnsTxtRecord, ResponseEnvelope } from '#shared/response-envelope.ts';
import { reportIfSessionEnded } from './session.ts';

export type AdminCallName = keyof CompleteApiContract;
/** The input of a call. A body is sent as JSON, or as multipart if it is FormData. */
export type AdminCallInput<N extends AdminCallName> = CallInputOf<CompleteApiContract[N], FormData> & CallOptions;
export type AdminResponseData<N extends AdminCallName> = DataOf<CompleteApiContract[N]>;

/** The fields of an error response that screens use. They are the `body` of the thrown error. */
interface AdminCallFailureDetails {
  /** Error message by dotted path of the field. */
  errors?: Readonly<Record<string, string>>;
  /** The stored values, if the call was based on outdated ones: `data.present` of the response, of any type. */
  current?: unknown;
  /** The DNS record that must exist before the call succeeds. */
  record?: DnsTxtRecord;
}

/**
 * Calls the API through the site's own origin. If the session has ended, the dialog to log in again opens.
 * @throws HttpError with the API's message. Its status is 0 if there was no response.
 */
export function callAdminApi<N extends AdminCallName>(name: N, input: AdminCallInput<N>): Promise<AdminResponseData<N>>;
export function callAdminApi<N extends CallNameWithOptionalInput<CompleteApiContract>>(
  name: N,
): Promise<AdminResponseData<N>>;
export function callAdminApi(name: EndpointNamePattern, input: CallOptions = {}): Promise<unknown> {
  return sendAdminCallOrThrow(name, input);
}

/**
 * Sends a call whose name is not in the type of the contract, such as that of a resource.
 * @throws HttpError as `callAdminApi` does
 */
export async function sendAdminCallOrThrow(name: EndpointNamePattern, input: AnyCallInput): Promise<unknown> {
  const { body, idempotencyKey, signal } = input;
  const isMultipart = body instanceof FormData;
  const response = await fetch(apiBasePath + buildApiPath(name, input), {
    method: name.slice(0, name.indexOf(' ')),
    headers: {
      accept: 'application/json',
      ...(body && !isMultipart && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: isMultipart ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new HttpError('', 0);
  });
  const envelope = (await response.json().catch(() => null)) as ResponseEnvelope<unknown> | null;
  if (response.ok && envelope?.success) return envelope.data;
  const failure = envelope && !envelope.success ? envelope : null;
  const { present: current, ...data } = failure?.data ?? {};
  const failureData: AdminCallFailureDetails = { ...data, ...(current !== undefined && { current }) };
  const error = new HttpError(failure?.message ?? '', response.ok ? 502 : response.status, failureData);
  reportIfSessionEnded(error);
  throw error;
}

/** Returns the details of a failed call; an empty object for other errors. */
export const getCallFailureDetails = (error: unknown): AdminCallFailureDetails =>
  error instanceof HttpError ? ((error.body as AdminCallFailureDetails | undefined) ?? {}) : {};

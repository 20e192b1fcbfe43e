import { apiBasePath, buildApiPath } from '#shared/api-path.ts';
import type { ApiContractWithoutAdminResources } from '#shared/contract.ts';
import type { CallInputOf, DataOf, EndpointNamePattern } from '#shared/endpoint.ts';
import { ApiReadError } from '#shared/rendering.ts';
import type { ErrorMessageByField, ResponseEnvelope } from '#shared/response-envelope.ts';
import { beginTrackedCall } from './call-activity.ts';
import type { AnyCallInput, CallNameWithOptionalInput, CallOptions } from './call-types.ts';

type CallName = keyof ApiContractWithoutAdminResources;

interface CallBehaviour extends CallOptions {
  /** `true` for a call that the visitor does not wait for, which the loading bar leaves out. */
  isBackground?: boolean;
}

export type ApiCallInput<N extends CallName> = CallInputOf<ApiContractWithoutAdminResources[N]> & CallBehaviour;

/** A failed API call, with the API's message for the visitor and its error messages by field. */
export class ApiCallError extends ApiReadError {
  readonly errors: ErrorMessageByField;
  constructor(status: number, message: string, errors: ErrorMessageByField = {}) {
    super(status, message, message);
    this.errors = errors;
  }
}

/**
 * Calls the API from the browser, through the site's own origin.
 * @throws ApiCallError with the status and message of the response; with status 503 if there was none, or 502 if a
 * successful one has no valid envelope. If `signal` was aborted, the error of `fetch`
 */
export async function callApi<N extends CallName>(
  name: N,
  input: ApiCallInput<N>,
): Promise<DataOf<ApiContractWithoutAdminResources[N]>>;
export async function callApi<N extends CallNameWithOptionalInput<ApiContractWithoutAdminResources>>(
  name: N,
): Promise<DataOf<ApiContractWithoutAdminResources[N]>>;
export async function callApi(name: EndpointNamePattern, input: CallBehaviour = {}): Promise<unknown> {
  if (input.isBackground) return fetchFromApi(name, input);
  const end = beginTrackedCall();
  try {
    const data = await fetchFromApi(name, input);
    end(false);
    return data;
  } catch (error) {
    end(!input.signal?.aborted);
    throw error;
  }
}

async function fetchFromApi(name: EndpointNamePattern, input: AnyCallInput): Promise<unknown> {
  const response = await fetch(apiBasePath + buildApiPath(name, input), {
    method: name.slice(0, name.indexOf(' ')),
    headers: {
      accept: 'application/json',
      ...(input.body ? { 'content-type': 'application/json' } : undefined),
      ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : undefined),
    },
    body: input.body ? JSON.stringify(input.body) : undefined,
    signal: input.signal,
  }).catch((error: unknown) => {
    if (input.signal?.aborted) throw error;
    throw new ApiCallError(503, '');
  });
  return readResponseDataOrThrow(response);
}

/**
 * Reads the data of a response of the API.
 * @throws ApiCallError with the status and message of a failed response; with status 502 if a successful one has no
 * valid envelope
 */
export async function readResponseDataOrThrow(response: Response): Promise<unknown> {
  const envelope = (await response.json().catch(() => null)) as ResponseEnvelope<unknown> | null;
  if (response.ok && envelope?.success) return envelope.data;
  // A response without the API's envelope comes from a proxy, whose message is not meant for visitors.
  const failure = envelope?.success === false ? envelope : null;
  throw new ApiCallError(response.ok ? 502 : response.status, failure?.message ?? '', failure?.data?.errors);
}

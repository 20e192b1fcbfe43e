import { apiBasePath, buildApiPath } from '#shared/api-path.ts';
import type { CompleteApiContract } from '#shared/contract.ts';
import type { CallInputOf, EndpointNamePattern } from '#shared/endpoint.ts';

type UrlInputOf<E> = Omit<CallInputOf<E>, 'body'>;
type CallName = keyof CompleteApiContract;
type NameWithoutUrlInput = {
  [N in CallName]: object extends UrlInputOf<CompleteApiContract[N]> ? N : never;
}[CallName];

/**
 * Builds the URL path and query of an API call on the site's own origin, such as `/api/news/42` from `GET /news/{id}`,
 * for links and for calls that `callApi` cannot make.
 */
export function buildApiUrl<N extends CallName>(name: N, input: UrlInputOf<CompleteApiContract[N]>): string;
export function buildApiUrl(name: NameWithoutUrlInput): string;
export function buildApiUrl(name: EndpointNamePattern, input: UrlInputOf<unknown> = {}): string {
  return apiBasePath + buildApiPath(name, input);
}

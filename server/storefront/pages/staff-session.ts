import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { staffRoles } from '#shared/accounts/roles.ts';
import { apiContract } from '#shared/contract.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { ApiClient } from '../api-client.ts';
import { readSessionTokenFromHeader } from '../gateway/token-cookie.ts';
import { parseApiResponse } from '../parse-api-response.ts';
import type { SiteHost } from '../sites/host-index.ts';

export type IsStaffRequest = (request: FastifyRequest, site: SiteHost) => Promise<boolean>;

/**
 * Creates a function that tells if a request comes from staff, by reading the session's role from the API. While the
 * API fails, no request counts as one of staff.
 */
export function createStaffCheck(api: ApiClient, clientAddress: (request: IncomingMessage) => string): IsStaffRequest {
  return async (request, site) => {
    const { token } = readSessionTokenFromHeader(request.headers.cookie);
    if (token === undefined) return false;
    const headers = {
      idsite: String(site.id),
      userlang: site.lang,
      'x-request-id': request.id,
      'x-client-address': clientAddress(request.raw),
      'x-site-folder': site.folder,
      authorization: `Bearer ${token}`,
    };
    try {
      const { statusCode, body } = await api.forward({ path: '/logged', method: 'GET', headers });
      const { data } = apiContract['GET /logged'];
      const { role } = parseApiResponse('GET /logged', data, statusCode, await body.text());
      return role !== null && staffRoles.includes(role);
    } catch (error) {
      if (!isApiReadError(error)) request.log.warn({ err: error, site: site.id }, 'staff session check failed');
      return false;
    }
  };
}

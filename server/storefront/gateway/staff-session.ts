import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type Role, type StaffRole, staffRoles } from '#shared/accounts/roles.ts';
import { apiContractWithoutAdminResources } from '#shared/contract.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { ApiClient } from '../api/api-client.ts';
import { parseApiResponse } from '../api/parse-api-response.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { readSessionToken } from './token-cookie.ts';

/** The role of a request's session: null without a valid session, `unknown` if the role could not be read. */
type RequestRole = Role | null | 'unknown';
export type ReadRequestRole = (request: FastifyRequest, site: SiteHost) => Promise<RequestRole>;

export const isStaffRole = (role: RequestRole): role is StaffRole => staffRoles.some((staffRole) => staffRole === role);

export function createRequestRoleReader(
  api: ApiClient,
  clientAddress: (request: IncomingMessage) => string,
): ReadRequestRole {
  return async (request, site) => {
    const { token } = readSessionToken(request);
    if (token === undefined) return null;
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
      const { data } = apiContractWithoutAdminResources['GET /logged'];
      return parseApiResponse('GET /logged', data, statusCode, await body.text()).role;
    } catch (error) {
      if (!isApiReadError(error))
        request.log.warn(
          { code: 'staff_session_check_failed', err: error, site: site.id },
          'staff session check failed',
        );
      return 'unknown';
    }
  };
}

import type { AuthProvider } from 'react-admin';
import type { StaffRole } from '#shared/accounts/roles.ts';
import { callAdminApi } from './call-admin-api.ts';
import { buildLoginPath } from './session.ts';

/**
 * Creates the auth provider of the panel. The site's own log-in page logs users in. If the session ends while a form is
 * open, the form stays, and a dialog asks to log in again.
 * @param role The role of the user at the time at which the panel was opened.
 */
export function createAuthProvider(role: StaffRole, location: Location): AuthProvider {
  const openLogin = () => location.assign(buildLoginPath(location.pathname + location.search));
  return {
    login: async () => openLogin(),
    logout: async () => {
      await callAdminApi('POST /logout');
      location.assign('/');
    },
    checkAuth: async () => {
      // No check is needed here: the server sends the document to staff only, and each API call checks the session.
    },
    checkError: async () => {
      // Nothing to do here: the call itself has reported an ended session.
    },
    getIdentity: async () => {
      const { id, email, firstname, lastname } = await callAdminApi('GET /user');
      return { id, email, fullName: [firstname, lastname].filter(Boolean).join(' ') || email };
    },
    getPermissions: async () => role,
  };
}

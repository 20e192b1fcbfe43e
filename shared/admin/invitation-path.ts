/** Returns the URL path of the page that accepts an invitation to the staff. */
export const buildStaffInvitationPath = (token: string): string => `/auth/invitation/${token}`;

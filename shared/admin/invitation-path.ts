/** Returns the URL path of the page on which a person accepts an invitation to the staff. */
export const toInvitationPath = (token: string): string => `/auth/invitation/${token}`;

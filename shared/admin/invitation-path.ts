export const buildStaffInvitationPath = (token: string): string => `/auth/invitation/${token}`;

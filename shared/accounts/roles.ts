/** What a user may do at the one estate where the account is: MEMBER orders; the others also see the admin panel. */
export const roles = ['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Role = (typeof roles)[number];

/** Who runs the shop. */
export const staffRoles: readonly Role[] = ['ADMIN', 'SUPER_ADMIN'];

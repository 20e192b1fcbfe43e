/** The role of a user at one estate. A MEMBER can order; users with another role can also use the admin panel. */
export const roles = ['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Role = (typeof roles)[number];

export const staffRoleLiterals = ['ADMIN', 'SUPER_ADMIN'] as const satisfies readonly Role[];
export type StaffRole = (typeof staffRoleLiterals)[number];

/** `staffRoleLiterals` as a list of `Role`, so that `includes` accepts any role. */
export const staffRoles: readonly Role[] = [...staffRoleLiterals];

// The functions of the accounts domain that other domains may import.
export { queueAccountDeletedMail, queueStaffInvitationMail } from './accounts-mails.ts';
export {
  findUserByEmail,
  lockSuperAdminRows,
  lockUserRowByEmail,
  lockUserRowById,
  toEmailKey,
} from './accounts-repository.ts';
export type { PendingNewsletterConsent, StaffInvitation } from './accounts-tables.ts';
export { type CheckoutCustomer, lockCustomer, recordActivity } from './checkout-customer.ts';
export { eraseAccountWithoutNotifying } from './close-account.ts';
export { hashPassword } from './password-hash.ts';
export type { NewsletterOptInFromRegistration, PersonalDataAccess } from './personal-data-access.ts';
export { exportPersonalData } from './profile.ts';
export { refuseWeakPassword } from './refuse-weak-password.ts';
export { removeSecondFactor } from './second-factor.ts';
export { authenticateSession, endUserSessions, generateTokenWithHash, hashToken } from './sessions.ts';
export {
  consumeSingleUseToken,
  createSingleUseToken,
  readPendingSubscriptions,
  revokeNewsletterTokens,
} from './single-use-tokens.ts';
export {
  createOrReplaceStaffInvitation,
  deleteStaffInvitation,
  deleteUserInvitations,
  insertStaffAccount,
  isStaffMember,
  readOpenStaffInvitations,
  readStaff,
  readStaffInvitationByToken,
  setRole,
} from './staff-repository.ts';

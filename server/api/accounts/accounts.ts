// The functions of the accounts domain that other domains may import.
export { queueAccountDeletedMail, queueStaffInvitationMail } from './accounts-mails.ts';
export {
  type CheckoutCustomer,
  findUserByEmail,
  lockCustomer,
  lockSuperAdminRows,
  lockUserRowByEmail,
  lockUserRowById,
  recordActivity,
  toEmailKey,
} from './accounts-repository.ts';
export type { PendingNewsletterConsent, StaffInvitation } from './accounts-tables.ts';
export { eraseAccountWithoutNotifying } from './close-account.ts';
export { hashPassword, refuseWeakPassword } from './passwords.ts';
export type { NewsletterOptInFromRegistration, PersonalDataAccess } from './personal-data-access.ts';
export { exportPersonalData } from './profile.ts';
export { removeSecondFactor } from './second-factor.ts';
export {
  authenticateSession,
  endUserSessions,
  generateTokenWithHash,
  hashToken,
  readSession,
  recordSessionUse,
} from './sessions.ts';
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

import type { DailySiteTasks } from '#server/api/jobs/recurring.ts';
import { deleteExpiredAccountData, eraseInactiveAccounts } from './erase-inactive-accounts.ts';
import type { PersonalRecordsAccess } from './personal-records.ts';

export { queueAccountDeletedMail } from './accounts-mails.ts';
export { lockUserById, toEmailKey } from './accounts-repository.ts';
export type { PendingConsent } from './accounts-tables.ts';
export { eraseAccount } from './close-account.ts';
/** The functions of the accounts domain that other domains may import. */
export { type Customer, lockCustomer, recordCustomerActivity } from './customers.ts';
export {
  consumeMailLink,
  createMailLink,
  readPendingSubscriptions,
  revokeNewsletterSubscriptionLinks,
} from './links.ts';
export type { PersonalRecordsAccess, RegisteredSubscriber } from './personal-records.ts';
export { exportPersonalData } from './profile.ts';
export { generateToken, hashToken, readSessionUser } from './sessions.ts';

export const createAccountsDailyTasks = (records: PersonalRecordsAccess): DailySiteTasks => ({
  'erase-inactive': (tx) => eraseInactiveAccounts(tx, records, new Date()),
  'tidy-accounts': (tx) => deleteExpiredAccountData(tx, new Date()),
});

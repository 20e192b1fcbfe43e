import type { DailyTasks } from '#server/api/jobs/recurring.ts';
import { cleanUpAccounts, eraseInactive } from './erase-inactive-accounts.ts';
import type { PersonalRecords } from './personal-records.ts';

export { emailKeyOf } from './accounts-repository.ts';
/** The interface of the accounts domain for other domains. */
export { type Customer, lockCustomer, recordCustomerActivity } from './customers.ts';
export type { PersonalRecords } from './personal-records.ts';
export { createToken, hashToken, readSessionUser } from './sessions.ts';

export const dailyTasksOfAccounts = (records: PersonalRecords): DailyTasks => ({
  'erase-inactive': (tx) => eraseInactive(tx, records, new Date()),
  'tidy-accounts': (tx) => cleanUpAccounts(tx, new Date()),
});

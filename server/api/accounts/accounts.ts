import type { DailyTasks } from '#server/api/jobs/recurring.ts';
import { cleanUpAccounts, eraseInactive } from './erase-inactive.ts';
import type { PersonalRecords } from './personal-records.ts';

/** What other domains may ask of accounts. */
export { type Customer, lockCustomer, recordCustomerActivity } from './customers.ts';
export type { PersonalRecords } from './personal-records.ts';
export { readSessionUser } from './sessions.ts';

/** What is done for the accounts of each estate once a day. */
export const dailyTasksOfAccounts = (records: PersonalRecords): DailyTasks => ({
  'erase-inactive': (tx) => eraseInactive(tx, records, new Date()),
  'tidy-accounts': (tx) => cleanUpAccounts(tx, new Date()),
});

import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteExpiredAccountData, eraseInactiveCustomerAccounts } from './erase-inactive-customer-accounts.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';

export const createAccountsDailyTasks = (records: PersonalDataAccess): DailySiteTasks => ({
  'erase-inactive': (tx) => eraseInactiveCustomerAccounts(tx, records, new Date()),
  'tidy-accounts': (tx) => deleteExpiredAccountData(tx, new Date()),
});

import type { PersonalRecords } from '#server/api/accounts/accounts.ts';
import { forgetMailsOfOrders } from '#server/api/mail/mails-of-orders.ts';
import { inLanguage } from '#shared/localized.ts';
import { forgetCustomer } from './order-changes-repository.ts';
import { readOrdersOf, readWithdrawalsOf } from './order-reading-repository.ts';
import { readOrderDetails } from './read-orders.ts';

/** What ordering holds of a customer. docs/rules.md, "Orders of a deleted account", says what stays and why. */
export const personalOrders: PersonalRecords = {
  ordersOf: async (tx, userId, lang) => {
    const rows = await readOrdersOf(tx, userId);
    return readOrderDetails(tx, rows, { lang, localize: (text) => inLanguage(text, lang, lang) });
  },
  withdrawalsOf: async (tx, emailKey) => {
    const rows = await readWithdrawalsOf(tx, emailKey);
    return rows.map(({ receivedAt, ...declared }) => ({ ...declared, receivedAt: receivedAt.toISOString() }));
  },
  forget: async (tx, userId, emailKey) => {
    await forgetMailsOfOrders(tx, await forgetCustomer(tx, userId, emailKey));
  },
};

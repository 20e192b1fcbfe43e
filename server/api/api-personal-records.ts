import type { PersonalRecords } from './accounts/accounts.ts';
import { exportOrders, forgetOrders } from './orders/personal-orders.ts';
import type { PaymentProviders } from './payments/payment-providers.ts';
import { anonymiseWithdrawals, readWithdrawalsOf } from './withdrawals/withdrawals-repository.ts';

/** The personal data that other domains hold for the accounts. docs/rules.md, "Orders of a deleted account". */
export const createPersonalRecords = (payments: PaymentProviders): PersonalRecords => ({
  ordersOf: (tx, userId, lang) => exportOrders(tx, userId, lang, payments),
  withdrawalsOf: async (tx, emailKey) => {
    const rows = await readWithdrawalsOf(tx, emailKey);
    return rows.map(({ receivedAt, ...declared }) => ({ ...declared, receivedAt: receivedAt.toISOString() }));
  },
  forget: async (tx, userId, emailKey) => {
    const orders = await forgetOrders(tx, userId);
    const emailKeys = [emailKey, ...orders.map(({ email }) => email.toLowerCase())];
    await anonymiseWithdrawals(
      tx,
      orders.map(({ id }) => id),
      emailKeys,
    );
  },
});

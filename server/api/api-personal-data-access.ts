import type { PersonalDataAccess } from './accounts/accounts.ts';
import { eraseRegistrations } from './elements/cancel-registration.ts';
import { readRegistrationsByEmail } from './elements/elements-repository.ts';
import { eraseSubmissionsAbout, exportSubmissionsAboutEmail } from './forms/personal-submissions.ts';
import {
  deleteSubscriptionsByEmails,
  exportSubscriptionsOfEmail,
  subscribeCustomerAtRegistration,
} from './newsletter/newsletter.ts';
import { anonymiseOrders, exportAllOrders, linkOpenOrders, moveGuestOrdersToAccount } from './orders/order-erasure.ts';
import type { PaymentProviders } from './payments/payment-providers.ts';
import { deleteRefusals, readRefusalTime } from './reviews/review-refusals.ts';
import { eraseReviews, exportReviewsOfAccount } from './reviews/reviews-repository.ts';
import { anonymiseWithdrawalsOfAccount, readWithdrawalsByEmail } from './withdrawals/withdrawals-repository.ts';

/**
 * Gives the accounts domain access to the personal data that other domains hold for an account (docs/rules.md, "Orders
 * of a deleted account").
 */
export const createPersonalDataAccess = (payments: PaymentProviders): PersonalDataAccess => ({
  exportOrders: (tx, customer, lang) => exportAllOrders(tx, customer, lang, payments),
  moveGuestOrdersToAccount,
  subscribeToNewsletter: subscribeCustomerAtRegistration,
  exportNewsletters: exportSubscriptionsOfEmail,
  exportWithdrawals: async (tx, emailKey) => {
    const rows = await readWithdrawalsByEmail(tx, emailKey);
    return rows.map(({ receivedAt, ...declared }) => ({ ...declared, receivedAt: receivedAt.toISOString() }));
  },
  exportSubmissions: exportSubmissionsAboutEmail,
  exportRegistrations: async (tx, emailKey) => {
    const rows = await readRegistrationsByEmail(tx, emailKey);
    return rows.map(({ title, startsAt, name, people, language, state, createdAt }) => ({
      title,
      startsAt: startsAt.toISOString(),
      name,
      people,
      language,
      state,
      registeredAt: createdAt.toISOString(),
    }));
  },
  exportReviews: exportReviewsOfAccount,
  exportReviewRefusal: async (tx, emailKey) => (await readRefusalTime(tx, emailKey))?.toISOString() ?? null,
  anonymise: async (tx, userId, emailKey) => {
    await deleteSubscriptionsByEmails(tx, [emailKey]);
    const orders = await anonymiseOrders(tx, userId, emailKey);
    const emailKeys = [emailKey, ...orders.map(({ email }) => email.toLowerCase())];
    const orderIds = orders.map(({ id }) => id);
    await anonymiseWithdrawalsOfAccount(tx, orderIds, emailKeys);
    await eraseReviews(tx, orderIds);
    await deleteRefusals(tx, emailKeys);
    for (const key of new Set(emailKeys)) await eraseSubmissionsAbout(tx, key);
    await eraseRegistrations(tx, emailKeys, new Date());
  },
  linkOpenOrders,
});

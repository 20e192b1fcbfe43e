import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import type { CustomerDetails } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/**
 * The days on which a customer accepted the terms and refused review invitations, and the newsletter subscriptions with
 * their source and wording.
 */
export function CustomerConsents({
  customer: { profile, newsletter, reviewInvitationsRefusedAt },
}: {
  customer: Pick<CustomerDetails, 'profile' | 'newsletter' | 'reviewInvitationsRefusedAt'>;
}): ReactNode {
  const { t, date } = useAdminTexts();
  const { termsAcceptedAt } = profile;
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 3 }}>
        {t('admin-people.customer.consents')}
      </Typography>
      <Typography>
        {termsAcceptedAt
          ? t('admin-people.customer.terms', { date: date(termsAcceptedAt) })
          : t('admin-people.customer.noTerms')}
      </Typography>
      {reviewInvitationsRefusedAt && (
        <Typography>{t('admin-people.customer.reviewsRefused', { date: date(reviewInvitationsRefusedAt) })}</Typography>
      )}
      <Typography variant="subtitle1" component="h3" sx={{ mt: 2 }}>
        {t('admin-people.customer.newsletters')}
      </Typography>
      {newsletter.length === 0 && <Typography>{t('admin-people.customer.noNewsletter')}</Typography>}
      <ul>
        {newsletter.map((subscription) => (
          // The key contains more than the list, because a list may have an ended subscription and a later one.
          <li key={`${subscription.list} ${subscription.state} ${subscription.since} ${subscription.requestedAt}`}>
            <Subscription {...subscription} />
          </li>
        ))}
      </ul>
      <Typography variant="body2" color="text.secondary">
        {t('admin-people.customer.cookies')} <Link to="/consent">{t('admin-people.customer.cookiesLink')}</Link>
      </Typography>
    </>
  );
}

type SubscriptionProps = CustomerDetails['newsletter'][number];

function Subscription({ list, state, source, sentence, requestedAt, since, endedAt }: SubscriptionProps): ReactNode {
  const { t, date } = useAdminTexts();
  const dates = [
    requestedAt && t('admin-people.customer.requested', { date: date(requestedAt) }),
    since && t('admin-people.customer.confirmed', { date: date(since) }),
    endedAt && t('admin-people.customer.ended', { date: date(endedAt) }),
  ];
  return (
    <>
      <span>
        {list}, {t(`admin-people.subscription.${state}`)}
      </span>
      <Typography variant="body2" color="text.secondary">
        {[t(`admin-people.source.${source}`), ...dates].filter(Boolean).join(' · ')}
      </Typography>
      {sentence && (
        <Typography variant="body2" color="text.secondary">
          {t('admin-people.customer.sentence', { sentence })}
        </Typography>
      )}
    </>
  );
}

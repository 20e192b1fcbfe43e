import { Typography } from '@mui/material';
import { Children, type ReactNode } from 'react';
import { Link, RecordContextProvider, ShowBase, useRecordContext } from 'react-admin';
import type { CustomerDetails } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { CustomerConsents } from './CustomerConsents.tsx';
import { CustomerPersonalDataActions } from './CustomerPersonalDataActions.tsx';

type CustomerRecord = CustomerDetails & { id: number };

/** One customer with orders, consents, registrations, forms, reviews and withdrawals. */
export default function CustomerShow(): ReactNode {
  return (
    <ShowBase loading={<LoadingScreen />}>
      <CustomerData />
    </ShowBase>
  );
}

function CustomerData(): ReactNode {
  const { t, date } = useAdminTexts();
  const customer = useRecordContext<CustomerRecord>();
  // Until the details are loaded, the record may be the summary of the list.
  if (!customer?.profile) return <LoadingScreen />;
  const { profile, orders, registrations, forms, reviews, withdrawals } = customer;
  const name = `${profile.firstname} ${profile.lastname}`.trim() || profile.email;
  return (
    <StandaloneScreenFrame title={name} help={t('admin-people.customer.help')}>
      <Typography>{[profile.email, profile.phone].filter(Boolean).join(' · ')}</Typography>
      <Typography color="text.secondary">
        {t('admin-people.customer.since', { date: date(profile.registeredAt) })}
      </Typography>
      <Lines
        title={t('admin-people.orders')}
        lines={orders.map(({ id, number }) => (
          <Link key={id} to={`/order/${id}/show`}>
            {number}
          </Link>
        ))}
      />
      <CustomerConsents customer={customer} />
      <Lines
        title={t('admin-people.customer.registrations')}
        lines={registrations.map(({ title, startsAt }) => `${title}, ${date(startsAt)}`)}
      />
      <Lines
        title={t('admin-people.customer.forms')}
        lines={forms.map(({ form, receivedAt }) => `${form}, ${date(receivedAt)}`)}
      />
      <Lines
        title={t('admin-people.customer.reviews')}
        lines={reviews.map(({ product, rating, createdAt }) => `${rating}/5 ${product}, ${date(createdAt)}`)}
      />
      <Lines
        title={t('admin-people.customer.withdrawals')}
        lines={withdrawals.map(({ orderNumber, receivedAt }) => `${orderNumber}, ${date(receivedAt)}`)}
      />
      <RecordContextProvider value={customer}>
        <CustomerPersonalDataActions id={customer.id} name={name} />
      </RecordContextProvider>
    </StandaloneScreenFrame>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly ReactNode[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 3 }}>
        {title}
      </Typography>
      <ul>
        {Children.map(lines, (line) => (
          <li>{line}</li>
        ))}
      </ul>
    </>
  );
}

import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { Children, type ReactNode, useState } from 'react';
import { Link, RecordContextProvider, ShowBase, useRecordContext, useRedirect } from 'react-admin';
import { createJsonFile, saveAsFile } from '#client/core/save-as-file.ts';
import { type CustomerDetails, maxErasureReasonLength } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

type CustomerRecord = CustomerDetails & { id: number };

export default function CustomerShow(): ReactNode {
  return (
    <ShowBase loading={<LoadingScreen />}>
      <CustomerData />
    </ShowBase>
  );
}

function CustomerPersonalDataActions({ id, name }: { id: number; name: string }): ReactNode {
  const { t } = useAdminTexts();
  const redirect = useRedirect();
  const { isBusy, run } = useQueryInvalidatingAction('customer');
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState('');
  const params = { id };
  const exportData = () =>
    run(async () => {
      const data = await callAdminApi('POST /admin/customer/{id}/export', { params });
      saveAsFile(createJsonFile(data), `customer-${id}.json`);
    }, t('admin-people.customer.exported'));
  const erase = async () => {
    const isErased = await run(
      () => callAdminApi('DELETE /admin/customer/{id}', { params, body: { reason } }),
      t('admin-people.customer.erased'),
      setFailure,
    );
    if (isErased) redirect('list', 'customer');
  };
  return (
    <Stack direction="row" spacing={2} sx={{ mt: 4 }}>
      <Button variant="outlined" disabled={isBusy} onClick={exportData}>
        {t('admin-people.customer.export')}
      </Button>
      <Button color="error" disabled={isBusy} onClick={() => setIsOpen(true)}>
        {t('admin-people.customer.erase')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby="erase-customer">
        <DialogTitle id="erase-customer">{t('admin-people.customer.confirm', { name })}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('admin-people.customer.confirmText')}</DialogContentText>
          <TextField
            label={t('admin-people.customer.reason')}
            required
            fullWidth
            value={reason}
            error={failure !== ''}
            helperText={t(failure)}
            slotProps={{ htmlInput: { maxLength: maxErasureReasonLength } }}
            onChange={({ target }) => {
              setReason(target.value);
              setFailure('');
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>{t('admin-people.cancel')}</Button>
          <Button color="error" variant="contained" disabled={isBusy || reason.trim() === ''} onClick={erase}>
            {t('admin-people.customer.erase')}
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
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

import { Alert, AlertTitle, Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, Link, useNotify } from 'react-admin';
import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';

type FailedMail = TodayOverview['failedMails']['items'][number];

interface FailedMailsProps {
  mails: TodayOverview['failedMails'];
  onRetry: () => void;
}

/** The mails whose delivery failed or is uncertain, with a button to send each again unless its content was erased. */
export function FailedMails({ mails, onRetry }: FailedMailsProps): ReactNode {
  const { t } = useAdminTexts();
  if (mails.count === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2, '& .MuiAlert-message': { width: '100%' } }}>
      <AlertTitle component="h2">{t('admin-today.failedMails', { count: mails.count })}</AlertTitle>
      {mails.items.map((mail) => (
        <FailedMailRow key={mail.id} mail={mail} onRetry={onRetry} />
      ))}
    </Alert>
  );
}

function FailedMailRow({ mail, onRetry }: { mail: FailedMail; onRetry: () => void }): ReactNode {
  const { t, date } = useAdminTexts();
  const notify = useNotify();
  const [isRunning, setIsRunning] = useState(false);
  const retry = async () => {
    setIsRunning(true);
    try {
      await callAdminApi('POST /admin/mail/{id}/retry', { params: { id: mail.id } });
      notify('admin-today.mailQueued', { type: 'success' });
      onRetry();
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
    } finally {
      setIsRunning(false);
    }
  };
  const title = [mail.subject || mail.kind, mail.to].filter(Boolean).join(' – ');
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
      <div>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {mail.idOrder === null ? title : <Link to={`/order/${mail.idOrder}/show`}>{title}</Link>}
        </Typography>
        <Typography variant="body2">{`${date(mail.at)}, ${mail.lastError}`}</Typography>
        {mail.isUnrendered && <Typography variant="body2">{t('admin-today.unrendered')}</Typography>}
        {mail.isUncertain && <Typography variant="body2">{t('admin-today.uncertain')}</Typography>}
      </div>
      {mail.canRetry ? (
        <Button size="small" variant="outlined" color="inherit" loading={isRunning} onClick={retry}>
          {t('admin-today.retry')}
        </Button>
      ) : (
        <Typography variant="body2">{t('admin-today.erased')}</Typography>
      )}
    </Stack>
  );
}

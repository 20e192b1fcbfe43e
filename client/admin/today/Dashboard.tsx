import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { lazy, type ReactNode, Suspense } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { FailedMails } from './FailedMails.tsx';
import { GoLiveTasks } from './GoLiveTasks.tsx';
import { LowStock } from './LowStock.tsx';
import { OrdersToPack } from './OrdersToPack.tsx';
import { TodayTasks } from './TodayTasks.tsx';
import { useTodayOverview } from './use-today-overview.ts';

const SalesAndVisits = lazy(() => import('./SalesAndVisits.tsx'));

/** The first screen of the panel: the pending tasks, and the sales and visits of the last 30 days. */
export function Dashboard(): ReactNode {
  const { t } = useAdminTexts();
  const { today, failure, reload } = useTodayOverview();
  return (
    <Box sx={{ mt: 2, maxWidth: 1200 }}>
      <Title title={t('admin-today.title')} />
      {failure && (
        <Alert severity="error" action={<Button onClick={reload}>{t('admin-today.reload')}</Button>}>
          {t(failure)}
        </Alert>
      )}
      {!today && !failure && <CircularProgress aria-label={t('admin-today.loading')} />}
      {today && (
        <>
          <TodayTasks today={today} />
          <FailedMails mails={today.failedMails} onRetry={reload} />
          <GoLiveTasks />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}>
            <OrdersToPack orders={today.ordersToPack} />
            <LowStock stock={today.lowStock} />
          </Box>
          <Suspense fallback={<Box sx={{ height: 320 }} />}>
            <SalesAndVisits today={today} />
          </Suspense>
        </>
      )}
    </Box>
  );
}

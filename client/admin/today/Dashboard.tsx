import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Card,
  CardActionArea,
  CircularProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type HttpError, Link, Title, useNotify, useResourceDefinitions } from 'react-admin';
import type { TodayOverview } from '#shared/admin/today-contract.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';
import { describeGoLiveTask, findGoLiveTaskPath, isTaskStateUnknown } from '../site/describe-go-live-task.ts';
import { TodayCard } from './TodayCard.tsx';

const SalesOverview = lazy(() => import('./SalesOverview.tsx'));

type FailedMail = TodayOverview['failedMails']['items'][number];

interface FailedMailsProps {
  mails: TodayOverview['failedMails'];
  onRetry: () => void;
}

/** The mails whose delivery failed or is uncertain, with a button to send each again unless its content was erased. */
function FailedMails({ mails, onRetry }: FailedMailsProps): ReactNode {
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

/** The variants on sale that are sold out or of which few bottles are left, those with the lowest stock first. */
function LowStock({ stock }: { stock: TodayOverview['lowStock'] }): ReactNode {
  const { t } = useAdminTexts();
  const others = stock.count - stock.items.length;
  return (
    <TodayCard title={t('admin-today.lowStock')}>
      {stock.items.length === 0 && <Typography color="text.secondary">{t('admin-today.enoughStock')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {stock.items.map(({ id, idProduct, name, year, reference, quantity }) => (
          <Box component="li" key={id} sx={{ py: 0.75 }}>
            <Link to={`/product/${idProduct}`}>{[name, year].filter(Boolean).join(' ')}</Link>
            <Typography variant="body2" color="text.secondary">
              {[quantity > 0 ? t('admin-today.left', { count: quantity }) : t('admin-today.soldOut'), reference]
                .filter(Boolean)
                .join(', ')}
            </Typography>
          </Box>
        ))}
      </Box>
      {others > 0 && <Typography variant="body2">{t('admin-today.others', { count: others })}</Typography>}
      {stock.count > 0 && <Link to="/stock">{t('admin-today.toStock')}</Link>}
    </TodayCard>
  );
}

/** The oldest orders that are to be packed. */
function OrdersToPack({ orders }: { orders: TodayOverview['ordersToPack'] }): ReactNode {
  const { t, date } = useAdminTexts();
  return (
    <TodayCard title={t('admin-today.toPack')}>
      {orders.items.length === 0 && <Typography color="text.secondary">{t('admin-today.nothingToPack')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {orders.items.map(({ id, number, name, bottles, createdAt }) => (
          <Box component="li" key={id} sx={{ py: 0.75 }}>
            <Link to={`/order/${id}/show`}>{`${number} – ${name}`}</Link>
            <Typography variant="body2" color="text.secondary">
              {`${t('admin-today.bottles', { count: bottles })}, ${date(createdAt)}`}
            </Typography>
          </Box>
        ))}
      </Box>
    </TodayCard>
  );
}

interface Task {
  name: 'toPack' | 'ready' | 'unpaid' | 'messages' | 'reviews' | 'withdrawals' | 'refunds';
  count: number;
  /** The sum of money in euros that the task is about. */
  euros?: number;
  /** URL path of the screen, below `/admin`. */
  to: string;
}

/** Builds the URL of the filtered list of orders. The inputs of the filters are visible in the list. */
function toOrders(filter: Readonly<Record<string, unknown>>): string {
  const displayed = Object.fromEntries(Object.keys(filter).map((name) => [name, true]));
  return `/order?${new URLSearchParams({ displayedFilters: JSON.stringify(displayed), filter: JSON.stringify(filter) })}`;
}

const listTasks = (today: TodayOverview, hasScreen: (resource: string) => boolean): Task[] =>
  allTasks(today).filter(({ to }) => hasScreen(to.slice(1).split('?')[0] ?? ''));

const allTasks = (today: TodayOverview): Task[] => [
  { name: 'toPack', count: today.ordersToPack.count, to: toOrders({ isToPack: 'true' }) },
  { name: 'ready', count: today.readyOrders, to: toOrders({ status: ['READY'] }) },
  { name: 'unpaid', count: today.unpaidOrders, to: toOrders({ status: ['PENDING'] }) },
  {
    name: 'refunds',
    count: today.refundsToPay.count,
    euros: today.refundsToPay.total,
    to: toOrders({ isToRefund: 'true' }),
  },
  { name: 'messages', count: today.openMessages, to: '/form-submission' },
  { name: 'reviews', count: today.pendingReviews, to: '/review' },
  { name: 'withdrawals', count: today.openWithdrawals, to: '/withdrawal' },
];

function TodayTasks({ today }: { today: TodayOverview }): ReactNode {
  const { t, euros } = useAdminTexts();
  const screens = useResourceDefinitions();
  return (
    <Box
      component="ul"
      aria-label={t('admin-today.tasks')}
      sx={{
        display: 'grid',
        gap: 1.5,
        m: 0,
        mb: 2,
        p: 0,
        listStyle: 'none',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(7, 1fr)' },
      }}
    >
      {listTasks(today, (name) => name in screens).map(({ name, count, euros: sum, to }) => (
        <Card key={name} component="li">
          <CardActionArea component={Link} to={to} sx={{ display: 'block', p: 2, height: '100%' }}>
            <Typography
              component="span"
              sx={{ display: 'block', fontSize: '1.75rem', color: count > 0 ? 'primary.main' : 'text.secondary' }}
            >
              {count}
            </Typography>
            <Typography component="span" variant="body2" color="text.primary">
              <span>{t(`admin-today.task.${name}`, { count })}</span>
              {sum !== undefined && count > 0 && <span> ({euros(sum)})</span>}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}

/** Number of tasks that the first screen of the panel names. The go-live board lists all of them. */
const maxTasks = 3;

/** The first open tasks of the go-live board with links to their screens. Without open tasks, nothing is shown. */
export function GoLiveTasks(): ReactNode {
  const { t } = useAdminTexts();
  const { role } = useAdminConfig();
  const { data } = useQuery({
    queryKey: ['go-live'],
    queryFn: () => callAdminApi('GET /admin/go-live'),
  });
  const open = data?.tasks.filter((task) => !task.isDone && !isTaskStateUnknown(task)) ?? [];
  if (open.length === 0) return null;
  return (
    <TodayCard title={t('admin-today.opening', { count: open.length })}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {open.slice(0, maxTasks).map((task) => (
          <Box component="li" key={task.code} sx={{ py: 0.75 }}>
            <Link to={findGoLiveTaskPath(task, role) ?? '/go-live'}>{t(`admin-people.task.${task.code}`)}</Link>
            <Typography variant="body2" color="text.secondary">
              {describeGoLiveTask(task, t)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Link to="/go-live">{t('admin-today.openingBoard')}</Link>
    </TodayCard>
  );
}

interface TodayOverviewState {
  /** The data of the screen; null until it is loaded, and if the last load has failed. */
  today: TodayOverview | null;
  /** The API's message, or a text key if it has none, of a failed load; `t` returns messages unchanged. */
  failure: string;
  reload: () => void;
}

export function useTodayOverview(): TodayOverviewState {
  const { data, error, reload } = useQueryKeepingData((signal) => callAdminApi('GET /admin/today', { signal }), []);
  if (error) return { today: null, failure: error.message || 'admin.callFailed', reload };
  return { today: data ?? null, failure: '', reload };
}

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
            <SalesOverview today={today} />
          </Suspense>
        </>
      )}
    </Box>
  );
}

import CheckCircle from '@mui/icons-material/CheckCircle';
import HelpOutline from '@mui/icons-material/HelpOutline';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Alert, Box, Link, List, ListItem, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { GoLiveTask, MailDomainCheck } from '#shared/site/go-live.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { GuideButton } from '../help/GuideButton.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { describeGoLiveTask, findGoLiveTaskPath, isTaskStateUnknown } from '../site/describe-go-live-task.ts';
import { SiteOpeningCard } from '../site/SiteOpeningCard.tsx';

type Board = AdminResponseData<'GET /admin/go-live'>;

export default function GoLiveBoard(): ReactNode {
  const { t } = useAdminTexts();
  const { data, isError, refetch } = useQuery({
    queryKey: ['go-live'],
    queryFn: () => callAdminApi('GET /admin/go-live'),
  });
  return (
    <StandaloneScreenFrame title={t('admin-people.goLive.title')} help={t('admin-people.goLive.help')}>
      <SiteOpeningCard />
      {isError && <LoadFailure onRetry={refetch} />}
      {data && <BoardState board={data} />}
      {data && <TaskList title={t('admin-people.goLive.law')} tasks={data.tasks.filter((task) => task.isLegalDuty)} />}
      {data && (
        <TaskList title={t('admin-people.goLive.shop')} tasks={data.tasks.filter((task) => !task.isLegalDuty)} />
      )}
    </StandaloneScreenFrame>
  );
}

function BoardState({ board: { tasks, isSelling } }: { board: Board }): ReactNode {
  const { t } = useAdminTexts();
  const open = tasks.filter(({ isLegalDuty, isDone }) => isLegalDuty && !isDone).length;
  if (open > 0) return <Alert severity="warning">{t('admin-people.goLive.dutiesOpen', { count: open })}</Alert>;
  return <Alert severity="success">{t(isSelling ? 'admin-people.goLive.selling' : 'admin-people.goLive.ready')}</Alert>;
}

function TaskList({ title, tasks }: { title: string; tasks: readonly GoLiveTask[] }): ReactNode {
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 4 }}>
        {title}
      </Typography>
      <List>
        {tasks.map((task) => (
          <TaskEntry key={task.code} task={task} />
        ))}
      </List>
    </>
  );
}

function TaskEntry({ task }: { task: GoLiveTask }): ReactNode {
  const { t } = useAdminTexts();
  const { role } = useAdminConfig();
  const { code, isDone, mailDomain } = task;
  const path = findGoLiveTaskPath(task, role);
  return (
    <ListItem disableGutters divider sx={mailDomain ? { flexWrap: 'wrap' } : {}}>
      <ListItemIcon sx={{ minWidth: 40 }}>
        <TaskIcon task={task} />
      </ListItemIcon>
      <ListItemText
        sx={{ flex: '1 1 14rem' }}
        primary={t(`admin-people.task.${code}`)}
        secondary={isDone ? null : mailDomain ? explain(mailDomain, t) : explainTask(task, t)}
      />
      {!isDone && mailDomain && <MailDomainGuide />}
      {!isDone && path && (
        <Link component={RouterLink} to={path} sx={{ ml: 2, whiteSpace: 'nowrap' }}>
          {t('admin-people.goLive.go')}
        </Link>
      )}
    </ListItem>
  );
}

/** Opens the guide to the mail domain. On a phone, the button is on a separate line below the text. */
function MailDomainGuide(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Box sx={{ ml: 5, whiteSpace: 'nowrap' }}>
      <GuideButton guide="mail-domain" label={t('admin-people.mailDomain.guide')} />
    </Box>
  );
}

function TaskIcon({ task }: { task: GoLiveTask }): ReactNode {
  const { t } = useAdminTexts();
  if (task.isDone) return <CheckCircle color="success" titleAccess={t('admin-people.goLive.done')} />;
  if (isTaskStateUnknown(task)) return <HelpOutline color="action" titleAccess={t('admin-people.goLive.unchecked')} />;
  return <RadioButtonUnchecked color="warning" titleAccess={t('admin-people.goLive.open')} />;
}

/** Describes what is to do, with the sentences that are to change. */
const explainTask = (task: GoLiveTask, t: ReturnType<typeof useAdminTexts>['t']): string =>
  [
    describeGoLiveTask(task, t),
    ...(task.sentences ?? []).map((sentence) => t('admin-people.task.sentence', { sentence })),
  ].join(' ');

/** Describes which DNS records the mail domain lacks, or that the domain could not be checked. */
function explain({ domain, missing }: MailDomainCheck, t: ReturnType<typeof useAdminTexts>['t']): string {
  if (!missing) return t('admin-people.mailDomain.unchecked', { domain });
  return missing.map((record) => t(`admin-people.mailDomain.missing.${record}`, { domain })).join(' ');
}

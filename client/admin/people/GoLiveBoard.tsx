import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Alert, Link, List, ListItem, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { GoLiveTask } from '#shared/site/go-live.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { SiteOpeningCard } from '../site/SiteOpeningCard.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';

interface Board {
  tasks: GoLiveTask[];
  isSelling: boolean;
}

/** The tasks before the shop opens, with links to the screens on which they are done. */
export default function GoLiveBoard(): ReactNode {
  const { t } = useAdminTexts();
  const { data } = useQuery({ queryKey: ['go-live'], queryFn: () => callAdminApi<Board>('/admin/go-live') });
  return (
    <ScreenFrame title={t('admin-people.goLive.title')} help={t('admin-people.goLive.help')}>
      <SiteOpeningCard />
      {data && <BoardState board={data} />}
      {data && <TaskList title={t('admin-people.goLive.law')} tasks={data.tasks.filter((task) => task.isLegalDuty)} />}
      {data && (
        <TaskList title={t('admin-people.goLive.shop')} tasks={data.tasks.filter((task) => !task.isLegalDuty)} />
      )}
    </ScreenFrame>
  );
}

function BoardState({ board: { tasks, isSelling } }: { board: Board }): ReactNode {
  const { t } = useAdminTexts();
  const open = tasks.filter(({ isLegalDuty, isDone }) => isLegalDuty && !isDone).length;
  if (open > 0) return <Alert severity="warning">{t('admin-people.goLive.dutiesOpen', { count: open })}</Alert>;
  return <Alert severity="success">{t(isSelling ? 'admin-people.goLive.selling' : 'admin-people.goLive.ready')}</Alert>;
}

function TaskList({ title, tasks }: { title: string; tasks: readonly GoLiveTask[] }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 4 }}>
        {title}
      </Typography>
      <List>
        {tasks.map(({ code, isDone, screen }) => (
          <ListItem key={code} disableGutters divider>
            <ListItemIcon sx={{ minWidth: 40 }}>
              {isDone ? (
                <CheckCircle color="success" titleAccess={t('admin-people.goLive.done')} />
              ) : (
                <RadioButtonUnchecked color="warning" titleAccess={t('admin-people.goLive.open')} />
              )}
            </ListItemIcon>
            <ListItemText
              primary={t(`admin-people.task.${code}`)}
              secondary={isDone ? null : t(`admin-people.task.${code}.text`)}
            />
            {!isDone && screen && (
              <Link component={RouterLink} to={`/${screen}`} sx={{ ml: 2, whiteSpace: 'nowrap' }}>
                {t('admin-people.goLive.go')}
              </Link>
            )}
          </ListItem>
        ))}
      </List>
    </>
  );
}

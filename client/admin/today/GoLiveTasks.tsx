import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { describeGoLiveTask } from '../site/describe-go-live-task.ts';
import { findGoLiveTaskPath } from '../site/find-go-live-task-path.ts';
import { isGoLiveTaskStateUnknown } from '../site/is-go-live-task-state-unknown.ts';
import { TodayCard } from './TodayCard.tsx';

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
  const open = data?.tasks.filter((task) => !task.isDone && !isGoLiveTaskStateUnknown(task)) ?? [];
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

import { Box, LinearProgress, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import type { NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useAdminData } from '../core/use-admin-data.ts';
import { SendingActions } from './SendingActions.tsx';
import { SendingFailures } from './SendingFailures.tsx';

const pollMs = 3_000;

/** The state of an issue and the numbers of its mails, read again while the issue is scheduled or being sent. */
export function SendingProgress({ issueId }: { issueId: number }): ReactNode {
  const { data: sending, reload } = useAdminData('GET /admin/newsletter-issue/{id}/sending', {
    params: { id: issueId },
  });
  const isMoving = sending?.state === 'SENDING' || sending?.state === 'SCHEDULED';
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  if (!sending) return null;
  return (
    <Stack component="section" spacing={2} aria-labelledby="sending-title">
      <SendingState sending={sending} />
      <SendingFigures sending={sending} />
      <SendingActions issueId={issueId} sending={sending} onDone={reload} />
      <SendingFailures failures={sending.failures} />
    </Stack>
  );
}

function SendingState({
  sending: { state, list, sendAt, subscribers },
}: {
  sending: NewsletterIssueProgress;
}): ReactNode {
  const { t, date, number } = useAdminTexts();
  const time = sendAt === null ? '' : date(sendAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Box>
      <Typography id="sending-title" variant="h3" component="h2">
        {t(`admin-choices.state.${state}`)}
      </Typography>
      <Typography color="text.secondary">
        {state === 'SCHEDULED'
          ? t('admin-newsletter.scheduledFor', { time, list, subscribers: number(subscribers) })
          : t('admin-newsletter.startedAt', { time, list })}
      </Typography>
    </Box>
  );
}

function SendingFigures({ sending: { state, recipients } }: { sending: NewsletterIssueProgress }): ReactNode {
  const { t, number } = useAdminTexts();
  if (recipients.total === 0) return null;
  const finished = recipients.total - recipients.waiting;
  const names = ['total', 'sent', 'waiting', 'failed', 'skipped', 'unsubscribed'] as const;
  return (
    <>
      {(state === 'SENDING' || state === 'PAUSED') && (
        <LinearProgress
          variant="determinate"
          value={(100 * finished) / recipients.total}
          aria-label={t('admin-newsletter.progress')}
        />
      )}
      <Box component="dl" sx={figures}>
        {names.map((name) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {t(`admin-newsletter.figure.${name}`)}
            </Typography>
            <Typography component="dd" variant="h2" sx={{ m: 0 }}>
              {number(recipients[name])}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

const figures = {
  display: 'grid',
  gap: 2,
  m: 0,
  gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
};

import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';
import {
  type NewsletterSendingControlAction,
  newsletterSendingControlActions,
  statesAllowingSendingAction,
} from '#shared/newsletter/newsletter-issue-states.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useAdminData } from '../core/use-admin-data.ts';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';
import { getNewsletterIssueInfo } from './NewsletterIssueList.tsx';
import { NewsletterIssuePreview } from './NewsletterIssuePreview.tsx';
import { useNewsletterIssueCall } from './use-newsletter-issue-call.ts';

/** A newsletter issue: the form of a draft, or the progress of an issue that is scheduled or was sent. */
export default function NewsletterIssueEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <NewsletterIssueContent />
    </ItemEditFrame>
  );
}

/** Opens the form for a new issue with the content of the current one. Nothing is stored before the save. */
function CopyNewsletterIssueButton(): ReactNode {
  const { t } = useAdminTexts();
  const navigate = useNavigate();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  const { newsletterList, subject, preheader, blocks } = record;
  const copy = { newsletterList, subject, preheader, blocks };
  return (
    <Button
      color="inherit"
      startIcon={<ContentCopy />}
      onClick={() => navigate('/newsletter-issue/create', { state: { record: copy } })}
    >
      {t('admin-newsletter.copy')}
    </Button>
  );
}

function NewsletterIssueContent(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  if (getNewsletterIssueInfo(record).state === 'DRAFT') return <NewsletterIssueForm isSaved />;
  return (
    <Stack spacing={3} sx={{ p: 2 }}>
      <Alert severity="info" action={<CopyNewsletterIssueButton />}>
        {t('admin-newsletter.fixed')}
      </Alert>
      <SendingProgress issueId={Number(record.id)} />
      <NewsletterIssuePreview values={record} />
    </Stack>
  );
}

const pollMs = 3_000;

interface SendingActionsProps {
  issueId: number;
  sending: NewsletterIssueProgress;
  /** Called after each action, even if it has failed. */
  onDone: () => void;
}

const isPossible = (action: NewsletterSendingControlAction, { state, recipients }: NewsletterIssueProgress): boolean =>
  statesAllowingSendingAction[action].includes(state) &&
  (action !== 'RETRY' || recipients.failed > recipients.uncertain);

function SendingActions({ issueId, sending, onDone }: SendingActionsProps): ReactNode {
  const { t } = useAdminTexts();
  const { isRunning, run } = useNewsletterIssueCall();
  const act = async (action: NewsletterSendingControlAction) => {
    const input = { params: { id: issueId }, body: { action } };
    await run('PUT /admin/newsletter-issue/{id}/sending', input, `admin-newsletter.done.${action}`);
    onDone();
  };
  const possible = newsletterSendingControlActions.filter((action) => isPossible(action, sending));
  if (possible.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {possible.map((action) => (
        <Button
          key={action}
          variant="outlined"
          color={action === 'CANCEL' ? 'error' : 'primary'}
          disabled={isRunning}
          onClick={() => act(action)}
        >
          {t(`admin-newsletter.action.${action}`)}
        </Button>
      ))}
    </Box>
  );
}

/** The latest recipients whom the mail did not reach or may not have reached, with the reasons. */
function SendingFailures({ failures }: Pick<NewsletterIssueProgress, 'failures'>): ReactNode {
  const { t } = useAdminTexts();
  if (failures.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3" component="h3">
        {t('admin-newsletter.failures')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {failures.map(({ email, reason, isUncertain }) => (
          <li key={`${email} ${reason}`}>
            <Typography component="span">{email ?? t('admin-newsletter.erased')}</Typography>{' '}
            <Typography component="span" variant="body2" color="text.secondary">
              {[isUncertain && t('admin-newsletter.uncertain'), reason].filter(Boolean).join(' ')}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** The state of an issue and the numbers of its mails, read again while the issue is scheduled or being sent. */
function SendingProgress({ issueId }: { issueId: number }): ReactNode {
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

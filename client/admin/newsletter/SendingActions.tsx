import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';
import {
  type NewsletterSendingControlAction,
  newsletterSendingControlActions,
  statesAllowingSendingAction,
} from '#shared/newsletter/newsletter-issue-states.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useNewsletterIssueCall } from './use-newsletter-issue-call.ts';

interface SendingActionsProps {
  issueId: number;
  sending: NewsletterIssueProgress;
  /** Called after each action, even if it has failed. */
  onDone: () => void;
}

const isPossible = (action: NewsletterSendingControlAction, { state, recipients }: NewsletterIssueProgress): boolean =>
  statesAllowingSendingAction[action].includes(state) &&
  (action !== 'RETRY' || recipients.failed > recipients.uncertain);

/** The buttons that pause, resume or cancel the sending of an issue, or retry failed mails. */
export function SendingActions({ issueId, sending, onDone }: SendingActionsProps): ReactNode {
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

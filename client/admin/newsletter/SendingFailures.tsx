import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** The latest recipients whom the mail did not reach or may not have reached, with the reasons. */
export function SendingFailures({ failures }: Pick<NewsletterIssueProgress, 'failures'>): ReactNode {
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

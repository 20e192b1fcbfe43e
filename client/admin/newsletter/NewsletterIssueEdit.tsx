import { Alert, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { CopyNewsletterIssueButton } from './CopyNewsletterIssueButton.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';
import { NewsletterIssuePreview } from './NewsletterIssuePreview.tsx';
import { getNewsletterIssueInfo } from './newsletter-issue-info.ts';
import { SendingProgress } from './SendingProgress.tsx';

/** A newsletter issue: the form of a draft, or the progress of an issue that is scheduled or was sent. */
export default function NewsletterIssueEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <NewsletterIssueContent />
    </ItemEditFrame>
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

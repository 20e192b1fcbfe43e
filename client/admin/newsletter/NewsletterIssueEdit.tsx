import { Alert, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ItemEdit } from '../resources/ItemEdit.tsx';
import { CopyIssueButton } from './CopyIssueButton.tsx';
import { IssueForm } from './IssueForm.tsx';
import { IssuePreview } from './IssuePreview.tsx';
import { getIssueInfo } from './issue-info.ts';
import { SendingProgress } from './SendingProgress.tsx';

/** A newsletter issue: the form of a draft, or the progress of an issue that is scheduled or was sent. */
export default function NewsletterIssueEdit(): ReactNode {
  return (
    <ItemEdit>
      <IssueContent />
    </ItemEdit>
  );
}

function IssueContent(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  if (getIssueInfo(record).state === 'DRAFT') return <IssueForm isSaved />;
  return (
    <Stack spacing={3} sx={{ p: 2 }}>
      <Alert severity="info" action={<CopyIssueButton />}>
        {t('admin-newsletter.fixed')}
      </Alert>
      <SendingProgress issueId={Number(record.id)} />
      <IssuePreview values={record} />
    </Stack>
  );
}

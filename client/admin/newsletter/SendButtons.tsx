import Send from '@mui/icons-material/Send';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { SendDialog } from './SendDialog.tsx';
import { useIssueCall } from './use-issue-call.ts';

/** The buttons that test and send an issue. They need a saved form, because the API sends what is stored. */
export function SendButtons(): ReactNode {
  const { t } = useAdminTexts();
  const { languages } = useAdminConfig();
  const { isDirty } = useFormState();
  const record = useRecordContext<ItemRecord>();
  const { isRunning, run } = useIssueCall(Number(record?.id));
  const [isOpen, setIsOpen] = useState(false);
  if (!record) return null;
  const test = () =>
    run('test', { method: 'POST', body: { lang: languages[0] ?? 'fr_FR' } }, 'admin-newsletter.tested');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {isDirty && (
        <Typography variant="body2" color="text.secondary">
          {t('admin-newsletter.saveFirst')}
        </Typography>
      )}
      <Button onClick={test} disabled={isDirty} loading={isRunning}>
        {t('admin-newsletter.test')}
      </Button>
      <Button variant="contained" startIcon={<Send />} onClick={() => setIsOpen(true)} disabled={isDirty}>
        {t('admin-newsletter.send')}
      </Button>
      {isOpen && (
        <SendDialog issueId={Number(record.id)} revision={record.$revision} onClose={() => setIsOpen(false)} />
      )}
    </Box>
  );
}

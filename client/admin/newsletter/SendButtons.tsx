import Send from '@mui/icons-material/Send';
import { Box, Button, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
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
  const { isRunning, run } = useIssueCall();
  const [isOpen, setIsOpen] = useState(false);
  const [lang, setLang] = useState<Lang>(languages[0]);
  if (!record) return null;
  const input = { params: { id: record.id }, body: { lang } };
  const test = () => run('POST /admin/newsletter-issue/{id}/test', input, 'admin-newsletter.tested');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {isDirty && (
        <Typography variant="body2" color="text.secondary">
          {t('admin-newsletter.saveFirst')}
        </Typography>
      )}
      {languages.length > 1 && <TestLanguage value={lang} onChange={setLang} />}
      <Button onClick={test} disabled={isDirty} loading={isRunning}>
        {t('admin-newsletter.test')}
      </Button>
      <Button variant="contained" startIcon={<Send />} onClick={() => setIsOpen(true)} disabled={isDirty}>
        {t('admin-newsletter.send')}
      </Button>
      {isOpen && <SendDialog record={record} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

interface TestLanguageProps {
  value: Lang;
  onChange: (lang: Lang) => void;
}

function TestLanguage({ value, onChange }: TestLanguageProps): ReactNode {
  const { t } = useAdminTexts();
  const { languages } = useAdminConfig();
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={t('admin-newsletter.testLanguage')}
      value={value}
      onChange={({ target }) => onChange(target.value as Lang)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {languages.map((lang) => (
        <option key={lang} value={lang}>
          {getLanguageRecord(lang).label}
        </option>
      ))}
    </TextField>
  );
}

import Send from '@mui/icons-material/Send';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { DeleteButton, SaveButton, SimpleForm, Toolbar, useRecordContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import { NewsletterIssueInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useAdminData } from '../core/use-admin-data.ts';
import { PlainInstantInput } from '../inputs/PlainInstantInput.tsx';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { StaleItemDialog } from '../resources/StaleItemDialog.tsx';
import { NewsletterIssuePreview } from './NewsletterIssuePreview.tsx';
import { useNewsletterIssueCall } from './use-newsletter-issue-call.ts';

interface NewsletterIssueFormProps {
  /** True for an issue that is stored, which can be sent. */
  isSaved: boolean;
}

/** The form of an issue, with the mail beside it as its recipients will see it. */
export function NewsletterIssueForm({ isSaved }: NewsletterIssueFormProps): ReactNode {
  return (
    <SimpleForm toolbar={<NewsletterIssueToolbar isSaved={isSaved} />} warnWhenUnsavedChanges sx={{ maxWidth: 'none' }}>
      <Box sx={columns}>
        <SchemaFields fields={NewsletterIssueInput.shape} omit={['id']} />
        <PreviewOfForm />
      </Box>
    </SimpleForm>
  );
}

const columns = {
  display: 'grid',
  width: '100%',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' },
};

/**
 * The preview of the form. `useWatch` renders again after each change, and `getValues` returns all values, also those
 * that were never edited.
 */
function PreviewOfForm(): ReactNode {
  const { getValues } = useFormContext();
  useWatch();
  return <NewsletterIssuePreview values={getValues()} />;
}

interface SendDialogProps {
  /** The issue as the user has checked it. */
  record: ItemRecord;
  onClose: () => void;
}

/**
 * Asks when an issue is to be sent, and shows how many subscribers will get it. If another user has changed the issue
 * in the meantime, both versions are shown instead.
 */
function SendDialog({ record, onClose }: SendDialogProps): ReactNode {
  const { t, number } = useAdminTexts();
  const params = { id: Number(record.id) };
  const { data: sending } = useAdminData('GET /admin/newsletter-issue/{id}/sending', { params });
  const { isRunning, run, current } = useNewsletterIssueCall();
  const [isLater, setIsLater] = useState(false);
  const [time, setTime] = useState<string | null>(null);
  const send = async () => {
    const body = { revision: record.$revision, sendAt: isLater ? time : null };
    const done = isLater ? 'admin-newsletter.scheduled' : 'admin-newsletter.started';
    if (await run('POST /admin/newsletter-issue/{id}/sending', { params, body }, done)) onClose();
  };
  const count = sending?.subscribers ?? 0;
  if (current) return <StaleItemDialog resource="newsletter-issue" mine={record} current={current} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="send-title">
      <DialogTitle id="send-title">{t('admin-newsletter.send')}</DialogTitle>
      <DialogContent>
        {sending && (
          <Typography sx={{ mb: 2 }}>
            {count === 0
              ? t('admin-newsletter.noSubscribers', { list: sending.list })
              : t('admin-newsletter.confirm', { list: sending.list, subscribers: number(count), count })}
          </Typography>
        )}
        <RadioGroup
          value={isLater ? 'later' : 'now'}
          onChange={(_event, value) => setIsLater(value === 'later')}
          aria-label={t('admin-newsletter.when')}
        >
          <FormControlLabel value="now" control={<Radio />} label={t('admin-newsletter.now')} />
          <FormControlLabel value="later" control={<Radio />} label={t('admin-newsletter.later')} />
        </RadioGroup>
        {isLater && <PlainInstantInput label={t('admin-newsletter.time')} value={time} onChange={setTime} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-newsletter.back')}</Button>
        <Button
          variant="contained"
          onClick={send}
          loading={isRunning}
          disabled={count === 0 || (isLater && time === null)}
        >
          {t(isLater ? 'admin-newsletter.schedule' : 'admin-newsletter.sendNow')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The buttons that test and send an issue. They need a saved form, because the API sends what is stored. */
function SendButtons(): ReactNode {
  const { t } = useAdminTexts();
  const { languages } = useAdminConfig();
  const { isDirty } = useFormState();
  const record = useRecordContext<ItemRecord>();
  const { isRunning, run } = useNewsletterIssueCall();
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

/**
 * The toolbar of the form. On a phone the buttons that send are on a separate line, below those that save and delete.
 */
const NewsletterIssueToolbar = ({ isSaved }: NewsletterIssueFormProps): ReactNode => (
  <Toolbar sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
    <SaveButton />
    {isSaved && (
      <Box sx={{ order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}>
        <SendButtons />
      </Box>
    )}
    {isSaved && <DeleteButton mutationMode="pessimistic" />}
  </Toolbar>
);

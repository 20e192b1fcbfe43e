import { Alert, Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { MailFrame } from './MailFrame.tsx';
import { type NewsletterIssueMail, useNewsletterIssuePreview } from './use-newsletter-issue-preview.ts';

/** The widths in CSS pixels of a mail on a phone and on a computer. */
const mailWidths = { phone: 390, computer: 600 } as const;
const views = ['phone', 'computer', 'text'] as const;
type PreviewView = (typeof views)[number];

/** Shows an issue as a mail in two widths, and as plain text. The server renders the mail. */
export function NewsletterIssuePreview({ values }: { values: Partial<RaRecord> }): ReactNode {
  const { t } = useAdminTexts();
  const { languages } = useAdminConfig();
  const translate = useTranslate();
  const [view, setView] = useState<PreviewView>('computer');
  const [lang, setLang] = useState<Lang>(languages[0]);
  const { mail, isIncomplete, failure } = useNewsletterIssuePreview(values, lang);
  return (
    <Box component="section" aria-labelledby="issue-preview-title" sx={{ minWidth: 0 }}>
      <Typography id="issue-preview-title" variant="h3" component="h2">
        {t('admin-newsletter.preview')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: 1 }}>
        <Toggle
          label={t('admin-newsletter.view')}
          value={view}
          onChange={setView}
          options={views.map((id) => ({ id, name: t(`admin-newsletter.view.${id}`) }))}
        />
        {languages.length > 1 && (
          <Toggle
            label={t('admin-newsletter.language')}
            value={lang}
            onChange={setLang}
            options={languages.map((id) => ({ id, name: getLanguageRecord(id).label }))}
          />
        )}
      </Box>
      {failure !== '' && <Alert severity="warning">{translate(failure, { _: failure })}</Alert>}
      {isIncomplete && <Alert severity="info">{t('admin-newsletter.incomplete')}</Alert>}
      {mail && <MailView mail={mail} view={view} />}
    </Box>
  );
}

interface ToggleProps<Id extends string> {
  label: string;
  value: Id;
  onChange: (id: Id) => void;
  options: readonly { id: Id; name: string }[];
}

const Toggle = <Id extends string>({ label, value, onChange, options }: ToggleProps<Id>): ReactNode => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={value}
    onChange={(_event, next: Id | null) => next && onChange(next)}
    aria-label={label}
  >
    {options.map(({ id, name }) => (
      <ToggleButton key={id} value={id}>
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

function MailView({ mail, view }: { mail: NewsletterIssueMail; view: PreviewView }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Typography sx={{ mb: 1 }}>{t('admin-newsletter.subject', { subject: mail.subject })}</Typography>
      {view === 'text' ? (
        <Box component="pre" tabIndex={0} sx={{ m: 0, p: 2, bgcolor: 'background.default', overflowX: 'auto' }}>
          {mail.text}
        </Box>
      ) : (
        <MailFrame html={mail.html} width={mailWidths[view]} title={t('admin-newsletter.preview')} />
      )}
    </>
  );
}

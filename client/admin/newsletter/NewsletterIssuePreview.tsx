import { Alert, Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import { NewsletterContent, newsletterIssueResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { type AdminCallInput, type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

/** The widths in CSS pixels of a mail on a phone and on a computer. */
const mailWidths = { phone: 390, computer: 600 } as const;
const views = ['phone', 'computer', 'text'] as const;
type PreviewView = (typeof views)[number];

const previewName = 'POST /admin/newsletter-issue/preview';

type NewsletterIssueMail = AdminResponseData<typeof previewName>;
type IssueContent = AdminCallInput<typeof previewName>['body']['content'];

interface NewsletterIssuePreviewState {
  /** The mail of the latest complete content; null before the first one. */
  mail: NewsletterIssueMail | null;
  /** True while required content is missing, so that `mail` shows an earlier version. */
  isIncomplete: boolean;
  /** The API's message, or the key of a text, if the mail could not be rendered; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without changes after which the mail is rendered again. */
const debounceMs = 600;

/** Renders the content of a form as a mail, and again after each change. Incomplete content is not sent to the API. */
function useNewsletterIssuePreview(values: Partial<RaRecord>, lang: Lang): NewsletterIssuePreviewState {
  const { id: _id, ...content } = toItemInput(newsletterIssueResourceSpec, values);
  const isComplete = NewsletterContent.safeParse(content).success;
  const body = { content: content as IssueContent, lang };
  const { data, error } = useQueryKeepingData(
    isComplete ? (signal) => callAdminApi(previewName, { body, signal }) : null,
    [JSON.stringify(body), isComplete],
    { debounceMs },
  );
  const mail = data ?? null;
  const isIncomplete = !isComplete || error?.status === 400;
  const failure = error && !isIncomplete ? error.message || 'admin.callFailed' : '';
  return { mail, isIncomplete, failure };
}

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

interface MailFrameProps {
  html: string;
  /** The width of the mail in CSS pixels. */
  width: number;
  title: string;
}

const minHeight = 320;

/** Shows the HTML of a mail in a sandboxed frame, in which no script runs. */
function MailFrame({ html, width, title }: MailFrameProps): ReactNode {
  const [height, setHeight] = useState(minHeight);
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const content = currentTarget.contentDocument;
    if (!content) return;
    applyStyleAttributes(content);
    setHeight(Math.max(minHeight, content.documentElement.scrollHeight));
  };
  return (
    // The tab index lets the keyboard scroll a preview that is wider than the screen.
    <Box tabIndex={0} sx={{ overflowX: 'auto', border: '1px solid', borderColor: 'divider' }}>
      <iframe
        key={width}
        title={title}
        srcDoc={html.replaceAll(' style="', ' data-style="')}
        sandbox="allow-same-origin"
        onLoad={onLoad}
        style={{ display: 'block', width, height, border: 0 }}
      />
    </Box>
  );
}

/**
 * Copies styles from `data-style` to the style properties of the elements. The frame inherits the panel's
 * Content-Security-Policy, which ignores style attributes in HTML but allows styles that a script sets.
 */
function applyStyleAttributes(content: Document): void {
  for (const element of content.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
}

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

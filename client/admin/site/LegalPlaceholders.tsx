import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link, useGetList } from 'react-admin';
import type { EditedText } from '#client/admin/inputs/RichTextInput.tsx';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import {
  fillLegalPlaceholders,
  findUnresolvedPlaceholders,
  type LegalPlaceholderIssue,
  type LegalPlaceholderValues,
  legalPlaceholders,
} from '#shared/site/legal-placeholders.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { buildParameterPath } from './build-parameter-path.ts';

/**
 * Reads the values of the placeholders of legal texts in one language.
 * @returns null until they are loaded. A placeholder whose setting is not set has no value.
 */
function useLegalPlaceholderValues(lang: Lang): LegalPlaceholderValues | null {
  const { languages } = useAdminConfig();
  const { data } = useGetList('parameter', { pagination: { page: 1, perPage: pageSize.max } });
  if (!data) return null;
  const stored = new Map(data.map(({ id, value }) => [id, value as Localized | undefined]));
  const entries = legalPlaceholders.flatMap((key) =>
    stored.has(key) ? [[key, resolveLocalized(stored.get(key), lang, languages[0] ?? lang)]] : [],
  );
  return Object.fromEntries(entries) as LegalPlaceholderValues;
}

/** Lists the placeholders of a legal text with their values, marks those without one, and shows the text filled in. */
export function LegalPlaceholders({ lang, html, insertText }: EditedText): ReactNode {
  const values = useLegalPlaceholderValues(lang);
  if (!values) return null;
  return (
    <>
      {findUnresolvedPlaceholders(html, values).map((issue) => (
        <PlaceholderIssue key={issue.key} issue={issue} isSet={issue.key in values} />
      ))}
      <PlaceholderList values={values} onInsert={(key) => insertText(`{{${key}}}`)} />
      {html !== '' && <FilledText lang={lang} html={fillLegalPlaceholders(html, values)} />}
    </>
  );
}

function PlaceholderIssue({ issue, isSet }: { issue: LegalPlaceholderIssue; isSet: boolean }): ReactNode {
  const { t } = useAdminTexts();
  const { kind, key } = issue;
  const placeholder = `{{${key}}}`;
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {kind === 'unknown' ? (
        t('admin-site.placeholders.unknown', { placeholder })
      ) : (
        <span>
          {t('admin-site.placeholders.empty', { placeholder, setting: t(`admin-parameters.${key}.label`) })}{' '}
          {/* The link opens a new tab, because the text of the form is not saved yet. */}
          <Link to={buildParameterPath(key, isSet)} target="_blank">
            {t('admin-site.placeholders.fill')}
          </Link>
        </span>
      )}
    </Alert>
  );
}

interface PlaceholderListProps {
  values: LegalPlaceholderValues;
  onInsert: (key: string) => void;
}

function PlaceholderList({ values, onInsert }: PlaceholderListProps): ReactNode {
  const { t } = useAdminTexts();
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ my: 2 }}>
      <Typography id={id} variant="subtitle2" component="h2">
        {t('admin-site.placeholders.title')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {t('admin-site.placeholders.explanation', { placeholder: '{{COMPANY_NAME}}' })}
      </Typography>
      <Box component="ul" sx={placeholderGrid}>
        {legalPlaceholders.map((key) => {
          const label = t(`admin-parameters.${key}.label`);
          return (
            <Box component="li" key={key} sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography variant="body2">{label}</Typography>
                <Typography variant="caption" color="text.secondary">
                  {values[key]?.trim() || t('admin-parameters.notSet')}
                </Typography>
              </Box>
              <Button
                size="small"
                aria-label={t('admin-site.placeholders.insert-name', { name: label })}
                onClick={() => onInsert(key)}
              >
                {t('admin-site.placeholders.insert')}
              </Button>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

const placeholderGrid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(16rem, 100%), 1fr))',
  columnGap: 3,
  rowGap: 0.5,
  p: 0,
  my: 1,
  listStyle: 'none',
};

function FilledText({ lang, html }: Pick<EditedText, 'lang' | 'html'>): ReactNode {
  const { t } = useAdminTexts();
  const id = useId();
  return (
    <>
      <Typography id={id} variant="subtitle2" component="h2">
        {t('admin-site.placeholders.preview')}
      </Typography>
      <Box
        lang={lang.slice(0, 2)}
        component="section"
        tabIndex={0}
        aria-labelledby={id}
        sx={filledText}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the editor and the API produce a fixed set of elements
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  );
}

const filledText = {
  mt: 1,
  px: 2,
  maxHeight: 360,
  overflow: 'auto',
  overflowWrap: 'anywhere',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
};

import { Alert, Box, MenuItem, TextField, Typography } from '@mui/material';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { readStyleNonce } from '#client/admin/core/read-admin-config.ts';
import { ELabelInput, eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import {
  type ELabelLanguage,
  eLabelLanguages,
  getELabelTerms,
  toELabelLanguage,
} from '#shared/labels/e-label-languages.ts';
import { renderELabel } from '#shared/labels/render-e-label.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { toItemInput } from '../../core/resource-adapter.ts';
import { ELabelQrCode } from './ELabelQrCode.tsx';

/** Width in CSS pixels of the phones with which customers scan a label. */
const phoneWidth = 390;

/** Stands for the id of a label that is not saved yet. The preview does not show the id. */
const idOfNewLabel = 1;

/** The page of the label with the values of the form, before they are saved, and the QR code of a saved label. */
export default function ELabelPreview(): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const values = useDeferredValue(useWatch() as Partial<RaRecord>);
  const [language, setLanguage] = useState(() => toELabelLanguage(lang));
  const { data: label } = ELabelInput.safeParse({ id: idOfNewLabel, ...toItemInput(eLabelResourceSpec, values) });
  return (
    <Box component="section" aria-labelledby="label-preview-title" sx={{ width: '100%', mt: 2 }}>
      <Typography id="label-preview-title" variant="h3" component="h2" gutterBottom>
        {t('admin-catalogue.labels.preview')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ width: '100%', maxWidth: phoneWidth, minWidth: 0 }}>
          <LanguageChoice value={language} onChange={setLanguage} />
          {label ? (
            <iframe
              title={t('admin-catalogue.labels.preview')}
              srcDoc={renderELabel({
                label,
                language,
                siteLang: languages[0] ?? lang,
                previewNonce: readStyleNonce(document),
              })}
              sandbox=""
              style={{ width: '100%', height: 640, border: '1px solid #8a867a', background: '#fff' }}
            />
          ) : (
            <Alert severity="info">{t('admin-catalogue.labels.incomplete')}</Alert>
          )}
        </Box>
        {values.id !== undefined && <ELabelQrCode id={Number(values.id)} hasDownloads />}
      </Box>
    </Box>
  );
}

interface LanguageChoiceProps {
  value: ELabelLanguage;
  onChange: (language: ELabelLanguage) => void;
}

const LanguageChoice = ({ value, onChange }: LanguageChoiceProps): ReactNode => {
  const { t } = useAdminTexts();
  return (
    <TextField
      select
      label={t('admin-catalogue.labels.language')}
      value={value}
      onChange={({ target }) => onChange(target.value as ELabelLanguage)}
      sx={{ mb: 1 }}
    >
      {eLabelLanguages.map((language) => (
        <MenuItem key={language} value={language} lang={language}>
          {getELabelTerms(language).name}
        </MenuItem>
      ))}
    </TextField>
  );
};

import { Alert, Box, Button, Chip, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { inferFontStyle, inferFontWeightDescriptor } from '#shared/site/font-weight.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { MediaUploader } from '../../media/MediaUploader.tsx';
import { FontSample } from './FontSample.tsx';
import { addFontFile, type FontFamily, removeFontFile } from './font-families.ts';
import { useLoadedFontFamily } from './use-loaded-font-family.ts';

export function FontFamiliesInput(): ReactNode {
  const { t } = useAdminTexts();
  const { getValues, setValue } = useFormContext<{ fonts: FontFamily[] }>();
  const families = useWatch<{ fonts: FontFamily[] }, 'fonts'>({ name: 'fonts' }) ?? [];
  const change = (next: (current: FontFamily[]) => FontFamily[]) =>
    setValue('fonts', next(getValues('fonts') ?? []), { shouldDirty: true });
  return (
    <Box component="section" sx={{ width: '100%' }}>
      <Typography component="h2" variant="h6">
        {t('admin-site.fonts.title')}
      </Typography>
      {families.map((family, at) => (
        <FontFamilyFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a family has no key, and its name changes while it is typed
          key={at}
          family={family}
          onRename={(name) => change((all) => all.map((other, index) => (index === at ? { ...other, name } : other)))}
          onRemoveFile={(id) => change((all) => removeFontFile(all, at, id))}
          onRemove={() => change((all) => all.filter((_, index) => index !== at))}
        />
      ))}
      <MediaUploader
        kind="file"
        purpose="font"
        onUploaded={({ key, name }) => change((all) => addFontFile(all, { id: key, name }))}
      />
      <Typography variant="body2" color="text.secondary">
        {t('admin-site.fonts.licence')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {t('admin-site.fonts.use')} <Link to="/site-info">{t('admin-site.fonts.choose')}</Link>
      </Typography>
    </Box>
  );
}

interface FontFamilyFieldsProps {
  family: FontFamily;
  onRename: (name: string) => void;
  onRemoveFile: (id: number) => void;
  onRemove: () => void;
}

function FontFamilyFields({ family, onRename, onRemoveFile, onRemove }: FontFamilyFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const { files, cssName, hasFailed } = useLoadedFontFamily(family.files);
  const { name } = family;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, mx: 0, my: 2, minWidth: 0 }}>
      <TextField
        label={t('admin-site.fonts.name')}
        value={name}
        onChange={(event) => onRename(event.target.value)}
        helperText={t('admin-site.fonts.name-hint')}
      />
      {hasFailed && <Alert severity="warning">{t('admin-site.fonts.failed')}</Alert>}
      <FontSample fontFamily={cssName} />
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, m: 0, listStyle: 'none' }}>
        {files.map((file) => (
          <li key={file.id}>
            <FontFileChip fileName={file.name} onRemove={() => onRemoveFile(file.id)} />
          </li>
        ))}
      </Box>
      <Button onClick={onRemove} aria-label={t('admin-site.fonts.remove-name', { name })}>
        {t('admin-site.fonts.remove')}
      </Button>
    </Box>
  );
}

function FontFileChip({ fileName, onRemove }: { fileName: string; onRemove: () => void }): ReactNode {
  const { t } = useAdminTexts();
  const weight = inferFontWeightDescriptor(fileName).replace(' ', '–');
  const label = t(`admin-site.fonts.file-${inferFontStyle(fileName)}`, { name: fileName, weight });
  return <Chip label={label} onDelete={onRemove} aria-label={t('admin-site.fonts.remove-file', { label })} />;
}

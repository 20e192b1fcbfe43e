import { Alert, Box, Button, MenuItem, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { Lang } from '#shared/languages.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { useLanguageName } from './use-hosting.ts';

interface NewLanguageFormProps {
  lang: Lang;
  hosting: HostingView;
  onAdd: (domain: string) => void;
}

/**
 * Adds a supported language, together with the domain that is to show it. Staff without the role SUPER_ADMIN can only
 * undo the removal of a language before it is saved.
 */
export function NewLanguageForm({ lang, hosting, onAdd }: NewLanguageFormProps): ReactNode {
  const { t } = useAdminTexts();
  const language = useLanguageName()(lang);
  const isSuperAdmin = useAdminConfig().role === 'SUPER_ADMIN';
  const isReturning = hosting.languages.includes(lang);
  const free = hosting.domains.filter(({ isCanonical }) => !isCanonical).map(({ name }) => name);
  const [chosen, setChosen] = useState('');
  const domain = free.includes(chosen) ? chosen : (free[0] ?? '');
  const button = (
    <Button variant="outlined" onClick={() => onAdd(domain)}>
      {t('admin-site.languages.add', { language })}
    </Button>
  );
  if (isReturning) return button;
  if (!isSuperAdmin)
    return (
      <Alert severity="info" sx={{ mt: 2 }}>
        {t('admin-site.languages.superAdmin', { language })}
      </Alert>
    );
  if (free.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 2 }}>
        {t('admin-site.languages.noDomain', { language })}
      </Alert>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mt: 3 }}>
      <TextField
        select
        label={t('admin-site.languages.domain', { language })}
        helperText={t('admin-site.languages.add.hint', { language })}
        value={domain}
        onChange={({ target }) => setChosen(target.value)}
        sx={{ flex: '1 1 18rem' }}
      >
        {free.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {button}
    </Box>
  );
}

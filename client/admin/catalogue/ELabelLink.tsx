import OpenInNew from '@mui/icons-material/OpenInNew';
import { Box, Button, Link, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';

/** The electronic labels of wines with the name of the product, each with its page and its QR code. */
export function ELabelLink(): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const record = useRecordContext();
  const name = resolveLocalized(record?.name, lang, languages[0] ?? lang);
  const { data = [], isPending } = useGetList('e-label', {
    filter: { search: name },
    pagination: { page: 1, perPage: 6 },
  });
  if (isPending || name === '') return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3" gutterBottom>
        {t('admin-catalogue.labels.title')}
      </Typography>
      {data.length === 0 && <Typography variant="body2">{t('admin-catalogue.labels.none')}</Typography>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {data.map(({ id, vintage }) => (
          <Stack key={id} spacing={0.5} sx={{ width: 132 }}>
            <Box
              component="img"
              src={`/e/${id}/qr.svg`}
              alt={t('admin-catalogue.labels.code', { id })}
              sx={{ width: 132, height: 132 }}
            />
            <Link component={RouterLink} to={`/e-label/${id}`}>
              {t('admin-catalogue.labels.edit', { vintage: vintage ?? '' })}
            </Link>
            <Link href={`/e/${id}`} target="_blank" rel="noopener">
              {t('admin-catalogue.labels.open')} <OpenInNew fontSize="inherit" />
            </Link>
          </Stack>
        ))}
      </Stack>
      <Button component={RouterLink} to="/e-label/create" sx={{ mt: 1 }}>
        {t('admin-catalogue.labels.create')}
      </Button>
    </Box>
  );
}

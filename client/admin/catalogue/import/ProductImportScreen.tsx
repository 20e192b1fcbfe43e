import CloudUpload from '@mui/icons-material/CloudUpload';
import { Button, Paper, Stack, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { Title } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { ProductImportResult } from './ProductImportResult.tsx';
import { useProductImport } from './use-product-import.ts';

/** Exports the products, checks a file of products, and imports it. */
export default function ProductImportScreen(): ReactNode {
  const { t } = useAdminTexts();
  const inputRef = useRef<HTMLInputElement>(null);
  const productImport = useProductImport();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: '48rem' }}>
      <Title title={t('admin-catalogue.import.title')} />
      <Typography variant="body2" color="text.secondary">
        {t('admin-catalogue.import.help')}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {(['csv', 'json'] as const).map((format) => (
          <Button key={format} variant="outlined" href={buildApiUrl(`GET /admin/product/export/${format}`)} download>
            {t(`admin-catalogue.import.export.${format}`)}
          </Button>
        ))}
      </Stack>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Button
          variant="contained"
          disabled={productImport.isRunning}
          startIcon={<CloudUpload />}
          onClick={() => inputRef.current?.click()}
        >
          {t('admin-catalogue.import.choose')}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".csv,.json,text/csv,application/json"
          aria-label={t('admin-catalogue.import.choose')}
          hidden
          onChange={(event) => {
            productImport.choose(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
        <Typography variant="body2" sx={{ mt: 1 }}>
          {productImport.file?.name}
        </Typography>
        <ProductImportResult productImport={productImport} />
      </Paper>
    </Stack>
  );
}

import OpenInNew from '@mui/icons-material/OpenInNew';
import { Box, Button, Link, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { eLabelProductKinds } from '#shared/labels/e-label-input.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import type { ItemRecord } from '../../core/resource-adapter.ts';
import { ELabelQrCode } from './ELabelQrCode.tsx';

/** Maximum number of labels that each of the two lists reads. A product has one label for each vintage. */
const maxLabels = 30;

/**
 * The electronic labels of the product, each with its page and its QR code, and those that a search for the product's
 * name finds and that belong to no product yet.
 */
export function ProductELabels(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  const {
    data: labels,
    isPending,
    refetch,
  } = useGetList<ItemRecord>('e-label', {
    filter: { product: record?.id },
    pagination: { page: 1, perPage: maxLabels },
    sort: { field: 'vintage', order: 'DESC' },
  });
  const unlinked = useUnlinkedLabels();
  if (isPending || !record) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3" gutterBottom>
        {t('admin-catalogue.labels.title')}
      </Typography>
      {!labels && <LoadFailure onRetry={refetch} />}
      {labels?.length === 0 && <Typography variant="body2">{t('admin-catalogue.labels.none')}</Typography>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {labels?.map(({ id, vintage }) => (
          <Stack key={id} spacing={0.5} sx={{ width: 132 }}>
            <ELabelQrCode id={Number(id)} />
            <EditLabelLink id={id} vintage={vintage} />
            <Link href={`/e/${id}`} target="_blank" rel="noopener">
              {t('admin-catalogue.labels.open')} <OpenInNew fontSize="inherit" />
            </Link>
          </Stack>
        ))}
      </Stack>
      {unlinked.length > 0 && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {t('admin-catalogue.labels.unlinked')}{' '}
          {unlinked.map(({ id, vintage }) => (
            <EditLabelLink key={id} id={id} vintage={vintage} />
          ))}
        </Typography>
      )}
      <Button component={RouterLink} to="/e-label/create" state={{ record: draftLabel(record) }} sx={{ mt: 1 }}>
        {t('admin-catalogue.labels.create')}
      </Button>
    </Box>
  );
}

const EditLabelLink = ({ id, vintage }: Pick<ItemRecord, 'id' | 'vintage'>): ReactNode => {
  const { t } = useAdminTexts();
  return (
    <Link component={RouterLink} to={`/e-label/${id}`} sx={{ mr: 1 }}>
      {t('admin-catalogue.labels.edit', { vintage: String(vintage ?? '') })}
    </Link>
  );
};

/** Returns the labels found by the product's name that belong to no product. */
function useUnlinkedLabels(): readonly ItemRecord[] {
  const { lang, languages } = useAdminConfig();
  const record = useRecordContext<ItemRecord>();
  const name = resolveLocalized(record?.name, lang, languages[0] ?? lang);
  const { data = [] } = useGetList<ItemRecord>(
    'e-label',
    { filter: { search: name }, pagination: { page: 1, perPage: maxLabels } },
    { enabled: name !== '' },
  );
  return data.filter(({ product }) => (product ?? null) === null);
}

const draftLabel = ({ id, name, kind, alcohol }: ItemRecord): object => ({
  product: id,
  name,
  ...(eLabelProductKinds.some((each) => each === kind) && { kind }),
  ...(typeof alcohol === 'number' && { alcohol }),
});

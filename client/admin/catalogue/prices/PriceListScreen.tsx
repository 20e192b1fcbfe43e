import { Alert, Box, Button, Paper, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import type { ProductOverview } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';
import { useAdminData } from '../../core/use-admin-data.ts';
import { PageControls, SearchHeader } from '../PagedSearchControls.tsx';
import { usePagedSearch } from '../use-paged-search.ts';
import { PriceListRowFields } from './PriceListRowFields.tsx';
import {
  findTypedErrors,
  listVariants,
  type RowErrors,
  type TypedRow,
  toPriceListRows,
  toRowErrors,
} from './price-list-rows.ts';

/** Prices and stock of many variants in one grid, which is saved whole or not at all. */
export default function PriceListScreen(): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const paged = usePagedSearch();
  const [typed, setTyped] = useState<ReadonlyMap<number, TypedRow>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<number, RowErrors>>(new Map());
  const [message, setMessage] = useState('');
  const { data, reload } = useAdminData<{ products: ProductOverview[]; total: number }>('/admin/product/overview', {
    ...paged.query,
    orderBy: 'position',
  });
  const variants = listVariants(data?.products ?? []);
  const rows = toPriceListRows(variants, typed);
  const change = (id: number, row: TypedRow) => setTyped(new Map(typed).set(id, { ...typed.get(id), ...row }));
  const save = async () => {
    const typedErrors = findTypedErrors(typed);
    setErrors(typedErrors);
    setMessage(typedErrors.size > 0 ? t('admin-catalogue.prices.invalid') : '');
    if (typedErrors.size > 0) return;
    try {
      await callAdminApi('/admin/product/prices', { method: 'PUT', body: { rows } });
      setTyped(new Map());
      notify('admin-catalogue.prices.saved', { type: 'success', messageArgs: { smart_count: rows.length } });
      reload();
    } catch (error) {
      setErrors(toRowErrors(rows, getCallFailure(error).errors ?? {}));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    }
  };
  return (
    <Stack spacing={2} sx={{ mt: 2, mb: 10 }}>
      <SearchHeader
        title={t('admin-catalogue.prices.title')}
        help={t('admin-catalogue.prices.help')}
        paged={paged}
        isDisabled={typed.size > 0}
      />
      {message && <Alert severity="error">{message}</Alert>}
      <Paper variant="outlined">
        {variants.map((each) => (
          <PriceListRowFields
            key={each.variant.id}
            row={each}
            typed={typed.get(each.variant.id) ?? {}}
            errors={errors.get(each.variant.id) ?? {}}
            onChange={(row) => change(each.variant.id, row)}
          />
        ))}
        <PageControls paged={paged} total={data?.total ?? 0} isDisabled={typed.size > 0} />
      </Paper>
      <Box sx={{ position: 'sticky', bottom: 0, py: 1, bgcolor: 'background.default', zIndex: 1 }}>
        <Button variant="contained" onClick={save} disabled={rows.length === 0 && findTypedErrors(typed).size === 0}>
          {t('admin-catalogue.prices.save', { count: rows.length })}
        </Button>
        <Button onClick={() => setTyped(new Map())} disabled={typed.size === 0} sx={{ ml: 1 }}>
          {t('admin-catalogue.prices.reset')}
        </Button>
      </Box>
    </Stack>
  );
}

import { Alert, Box, Button, Paper, Stack, TablePagination, TextField, Typography } from '@mui/material';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import type { ProductOverview } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';
import { useAdminData } from '../../core/use-admin-data.ts';
import { PriceListRowFields } from './PriceListRowFields.tsx';
import {
  findTypedErrors,
  listVariants,
  type RowErrors,
  type TypedRow,
  toPriceListRows,
  toRowErrors,
} from './price-list-rows.ts';

const productsPerPage = 50;

/** Prices and stock of many variants in one grid, which is saved whole or not at all. */
export default function PriceListScreen(): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [typed, setTyped] = useState<ReadonlyMap<number, TypedRow>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<number, RowErrors>>(new Map());
  const [message, setMessage] = useState('');
  const query = { search: useDeferredValue(search), page: page + 1, nbItem: productsPerPage, orderBy: 'position' };
  const { data, reload } = useAdminData<{ products: ProductOverview[]; total: number }>(
    '/admin/product/overview',
    query,
  );
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
      <Title title={t('admin-catalogue.prices.title')} />
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
        {t('admin-catalogue.prices.help')}
      </Typography>
      <TextField
        label={t('admin-catalogue.search')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setPage(0);
        }}
        disabled={typed.size > 0}
        sx={{ maxWidth: 360 }}
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
        <TablePagination
          labelDisplayedRows={(range) => t('admin-catalogue.range', { ...range })}
          getItemAriaLabel={(direction) => t(`admin-catalogue.page.${direction}`)}
          component="div"
          count={data?.total ?? 0}
          page={page}
          rowsPerPage={productsPerPage}
          rowsPerPageOptions={[productsPerPage]}
          onPageChange={(_event, next) => setPage(next)}
          disabled={typed.size > 0}
        />
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

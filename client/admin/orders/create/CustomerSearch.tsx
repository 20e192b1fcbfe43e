import { Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { CustomerSummary } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { emptyOrderFormValues } from './order-form-values.ts';
import { SearchField } from './SearchField.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { OrderForm } from './use-order-form.ts';

const maxCustomers = 20;

const nameOf = ({ firstname, lastname, email }: CustomerSummary): string => `${firstname} ${lastname}`.trim() || email;

/** Searches the accounts of the estate, and copies the details of the chosen one to the order. */
export function CustomerSearch({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const [search, setSearch] = useState('');
  const searched = useDebouncedValue(search.trim());
  const query = { search: searched, nbItem: maxCustomers };
  const { data, isCurrent } = useAdminData('GET /admin/customer', { query });
  const choose = (account: CustomerSummary | null) => {
    const { firstname, lastname, email, phone } = account ?? emptyOrderFormValues.customer;
    form.change({ account, customer: { firstname, lastname, email, phone } }, 'user');
  };
  return (
    <SearchField<CustomerSummary>
      label={t('admin-orders.create.findCustomer')}
      help={t('admin-orders.create.findCustomerHelp')}
      value={form.values.account}
      inputValue={search}
      onInputChange={(_event, text) => setSearch(text)}
      rows={isCurrent && searched === search.trim() ? data?.customers : undefined}
      noRowsText={t('admin-orders.create.noCustomer')}
      getLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderRow={(row) => (
        <>
          <Typography>{nameOf(row)}</Typography>
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {row.email}
          </Typography>
        </>
      )}
      onChoose={choose}
    />
  );
}

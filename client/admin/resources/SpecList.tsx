import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, SearchInput, SimpleList, useResourceContext } from 'react-admin';
import { searchField } from '#shared/resource-spec.ts';
import { findResourceSpec } from './find-resource-spec.ts';
import { ItemLabel } from './ItemLabel.tsx';
import { ItemValue } from './ItemValue.tsx';
import { ScreenHelp } from './ScreenHelp.tsx';

const newestFirst = { field: 'publishedAt', order: 'DESC' } as const;
const filters = [<SearchInput key="search" source={searchField} alwaysOn />];

/** The list of a resource, with the columns by which the API can order and filter its items. */
export default function SpecList(): ReactNode {
  const resource = useResourceContext() ?? '';
  const { list, keys } = findResourceSpec(resource);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const columns = Object.keys(list.fields).slice(0, 6);
  return (
    <>
      <ScreenHelp />
      <List
        filters={filters}
        perPage={25}
        exporter={false}
        {...(list.orders.includes('publishedAt') && { sort: newestFirst })}
        {...(keys === 'uploaded' || keys === 'fixed' ? { hasCreate: false } : {})}
      >
        {isNarrow ? (
          <SimpleList primaryText={<ItemLabel />} />
        ) : (
          <DataTable bulkActionButtons={false}>
            {columns.map((source) => (
              <DataTable.Col key={source} source={source} disableSort={!list.orders.includes(source)}>
                <ItemValue source={source} />
              </DataTable.Col>
            ))}
          </DataTable>
        )}
      </List>
    </>
  );
}

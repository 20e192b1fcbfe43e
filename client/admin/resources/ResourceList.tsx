import { Box, type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, ReferenceField, SearchInput, SimpleList, useResourceContext } from 'react-admin';
import { type ResourceSpec, searchFilterName } from '#shared/resource-spec.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { findReference, ItemLabel } from './ItemLabel.tsx';
import { ItemValue } from './ItemValue.tsx';
import { KeptByImportBadge } from './KeptByImportBadge.tsx';
import { ScreenHelp } from './ScreenHelp.tsx';

const newestFirst = { field: 'publishedAt', order: 'DESC' } as const;
const filters = [<SearchInput key="search" source={searchFilterName} alwaysOn />];

/**
 * The list of a resource, by default with columns for the first six fields by which the API can filter its items. A
 * reference to another item has a column only if the API can order by it, because showing it reads the other item of
 * each row. A resource without such fields has a column for its key.
 */
export default function ResourceList({ columns: given }: { columns?: readonly string[] }): ReactNode {
  const resource = useResourceContext() ?? '';
  const spec = findResourceSpecOrThrow(resource);
  const { list, keys } = spec;
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const columns = given ?? listColumns(spec);
  const details = columns.filter((source) => distinguishingFields.has(source));
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
          <SimpleList
            primaryText={<MarkedLabel />}
            {...(details.length > 0 && { secondaryText: <Details sources={details} /> })}
          />
        ) : (
          <DataTable bulkActionButtons={false}>
            {columns.map((source, index) => (
              <DataTable.Col key={source} source={source} disableSort={!list.orders.includes(source)}>
                <ListedValue source={source} />
                {index === 0 && <KeptByImportBadge />}
              </DataTable.Col>
            ))}
          </DataTable>
        )}
      </List>
    </>
  );
}

function listColumns(spec: ResourceSpec<unknown>): readonly string[] {
  const { list, key } = spec;
  const fields = Object.keys(list.fields)
    .filter((source) => list.orders.includes(source) || findReference(spec, source) === null)
    .slice(0, 6);
  return fields.length === 0 && key !== null ? [key] : fields;
}

/** The value of a column. Another item, such as the product of an award, is shown by its name. */
function ListedValue({ source }: { source: string }): ReactNode {
  const resource = useResourceContext() ?? '';
  const reference = findReference(findResourceSpecOrThrow(resource), source);
  if (reference === null) return <ItemValue source={source} />;
  return (
    <ReferenceField source={source} reference={reference} link={false}>
      <ItemLabel />
    </ReferenceField>
  );
}

/** Fields that tell apart items of the same name, such as the awards of a contest. A phone shows them below the name. */
const distinguishingFields = new Set(['productId', 'year', 'vintage', 'publishedAt']);

const Details = ({ sources }: { sources: readonly string[] }): ReactNode =>
  sources.map((source) => (
    <Box component="span" key={source} sx={{ mr: 1.5 }}>
      <ListedValue source={source} />
    </Box>
  ));

const MarkedLabel = (): ReactNode => (
  <>
    <ItemLabel />
    <KeptByImportBadge />
  </>
);

import EditNote from '@mui/icons-material/EditNote';
import { Box, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  List,
  ReferenceField,
  SearchInput,
  SimpleList,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { isInstant } from '#client/admin/core/admin-texts.ts';
import { getLocale } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { findReference, ItemLabel } from './ItemLabel.tsx';
import { ScreenHelp } from './ScreenHelp.tsx';

const newestFirst = { field: 'publishedAt', order: 'DESC' } as const;
const filters = [<SearchInput key="search" source={searchFilterName} alwaysOn />];

/** Marks an item of a list that imports do not overwrite, because it was edited in the panel. */
export function KeptByImportBadge(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record?.$keptByImport) return null;
  return (
    <Tooltip title={t('admin.kept.notice')}>
      <EditNote
        role="img"
        aria-hidden={false}
        aria-label={t('admin.kept.notice')}
        fontSize="small"
        color="action"
        sx={{ ml: 1, verticalAlign: 'middle' }}
      />
    </Tooltip>
  );
}

/** The list of a resource, with the columns of its spec. */
export default function ResourceList(): ReactNode {
  const resource = useResourceContext() ?? '';
  const { list, keys } = findResourceSpecOrThrow(resource);
  const { columns } = list;
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
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

/** One value of an item as text: dates, yes and no, and texts in the language of the panel. */
function ItemValue({ source }: { source: string }): ReactNode {
  const record = useRecordContext();
  const { lang, languages } = useAdminConfig();
  const { t, date, number } = useAdminTexts();
  const choiceLabel = useChoiceFormatter(source);
  const value: unknown = record?.[source] ?? (record?.$info as Record<string, unknown> | undefined)?.[source];
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number' && source === 'bytes')
    return t('admin-content.files.size', { kilobytes: number(Math.ceil(value / 1_000)) });
  if (typeof value === 'number') return number(value, { useGrouping: false });
  if (typeof value === 'string' && isInstant(value)) return date(value);
  if (typeof value === 'string' && source === 'country' && value !== '')
    return new Intl.DisplayNames([getLocale(lang)], { type: 'region' }).of(value);
  if (typeof value === 'string') return choiceLabel(value);
  return resolveLocalized(value as Localized, lang, languages[0] ?? lang);
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
const distinguishingFields = new Set(['product', 'year', 'vintage', 'publishedAt']);

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

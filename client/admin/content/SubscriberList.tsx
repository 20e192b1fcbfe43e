import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, SimpleList } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ListWithExport } from './ListWithExport.tsx';

/** The confirmed subscribers of the newsletters, with their export as CSV. */
export default function SubscriberList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <ReferenceInput key="list" source="idList" reference="newsletter-list" alwaysOn>
      <AutocompleteInput label={t('admin-content.subscribers.list')} />
    </ReferenceInput>,
  ];
  return (
    <ListWithExport
      help={t('admin-content.subscribers.help')}
      filters={filters}
      getExportUrl={({ idList }) => buildApiUrl('GET /admin/newsletter/subscriber/export', { query: { idList } })}
    >
      <Subscribers />
    </ListWithExport>
  );
}

function Subscribers(): ReactNode {
  const { t, date } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const list = <ReferenceField source="idList" reference="newsletter-list" link={false} />;
  if (isNarrow) return <SimpleList linkType={false} primaryText={(record) => record.email} secondaryText={list} />;
  return (
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="email" label={t('admin-content.subscribers.email')} disableSort />
      <DataTable.Col source="idList" label={t('admin-content.subscribers.list')} disableSort>
        {list}
      </DataTable.Col>
      <DataTable.Col
        source="confirmedAt"
        label={t('admin-content.subscribers.since')}
        disableSort
        render={(record) => date(String(record.confirmedAt), { dateStyle: 'long' })}
      />
    </DataTable>
  );
}

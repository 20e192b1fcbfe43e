import { Link, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RecordContextProvider, ResourceContextProvider, useGetOne, useRecordContext, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import type { MediaKind } from '../media/upload-media.ts';
import { ItemLabel } from '../resources/ItemLabel.tsx';

/** The items that use a picture or file, each with its kind and name and a link to its form. */
export function MediaUses({ kind }: { kind: MediaKind }): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext();
  const { data, isError, refetch } = useQuery({
    queryKey: [kind, 'use', record?.id],
    queryFn: () => callAdminApi(`GET /admin/${kind}/{key}/use`, { params: { key: record?.id } }),
    enabled: record !== undefined,
  });
  if (isError) return <LoadFailure onRetry={refetch} />;
  if (!data) return null;
  return (
    <Stack component="section" sx={{ my: 2 }} aria-labelledby="media-uses">
      <Typography id="media-uses" variant="subtitle2" component="h2">
        {t('admin-content.images.uses')}
      </Typography>
      {data.uses.length === 0 && <Typography variant="body2">{t('admin-content.images.unused')}</Typography>}
      {data.uses.map(({ resource, key }) => (
        <Link
          key={`${resource}/${key}`}
          component={RouterLink}
          to={key === '' ? `/${resource}` : `/${resource}/${encodeURIComponent(key)}`}
        >
          <MediaUse resource={resource} itemKey={key} />
        </Link>
      ))}
    </Stack>
  );
}

function MediaUse({ resource, itemKey }: { resource: string; itemKey: string }): ReactNode {
  const { t } = useAdminTexts();
  const kind = useTranslate()(`resources.${resource}.name`, { smart_count: 1 });
  const { data } = useGetOne(resource, { id: itemKey }, { enabled: itemKey !== '' });
  if (itemKey === '') return kind;
  return (
    <>
      <span>{`${kind} – `}</span>
      <span>
        {data ? (
          <ResourceContextProvider value={resource}>
            <RecordContextProvider value={data}>
              <ItemLabel />
            </RecordContextProvider>
          </ResourceContextProvider>
        ) : (
          t('admin.stale.number', { key: itemKey })
        )}
      </span>
    </>
  );
}

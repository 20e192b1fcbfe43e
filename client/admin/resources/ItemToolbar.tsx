import OpenInNew from '@mui/icons-material/OpenInNew';
import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, Toolbar, useRecordContext, useResourceContext } from 'react-admin';
import { standardContentTypeNames, standardContentTypes } from '#shared/content/standard-content-types.ts';
import {
  buildItemPath,
  type ContentTypeName,
  contentTypePages,
  findContentListPageEntries,
} from '#shared/content-type-pages.ts';
import type { Localized } from '#shared/localized.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';
import { getTextInLanguage } from '../inputs/localized-text.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

interface ItemToolbarProps {
  /** The text of the button that deletes the item, for items such as parameters, which deletion resets to a default. */
  deleteLabel?: string;
}

/** The content types whose items have pages, by the resource that staff edit. */
const contentTypesByResource: Readonly<Record<string, ContentTypeName>> = {
  ...Object.fromEntries(standardContentTypeNames.map((name) => [standardContentTypes[name].resource, name])),
  blog: 'blog',
  album: 'albums',
  element: 'elements',
  service: 'services',
};

/** Opens the page of a saved item. An item that is not yet published, or whose list is on no page, has none. */
export function ViewItemButton(): ReactNode {
  const type = contentTypesByResource[useResourceContext() ?? ''];
  const record = useRecordContext();
  if (!type || !record) return null;
  const isPublished = !record.publishedAt || new Date(record.publishedAt as string) <= new Date();
  return isPublished ? <ViewButton type={type} route={record.route as string | undefined} /> : null;
}

function ViewButton({ type, route }: { type: ContentTypeName; route: string | undefined }): ReactNode {
  const { t } = useAdminTexts();
  const { lang } = useAdminConfig();
  const record = useRecordContext();
  // If the page tree cannot be read, the form works without the button.
  const { data } = useQueryKeepingData((signal) => callAdminApi('GET /page/tree', { signal }), []);
  const entries = listPageEntriesWithPaths(data?.pages ?? []).map(({ entry, path }) => ({ ...entry, path }));
  const list = findContentListPageEntries(entries, contentTypePages[type]).find(
    ({ elementRoute }) => route === undefined || elementRoute === route,
  );
  const slug = getTextInLanguage(record?.slug as Localized, lang);
  if (!record || !list || slug === '') return null;
  return (
    <ToolbarButton
      label={t('admin.viewItem')}
      icon={<OpenInNew />}
      href={buildItemPath(list.path, { slug, id: Number(record.id) })}
    />
  );
}

/** The buttons below the form of an item. Items that a site always has cannot be deleted. */
export function ItemToolbar({ deleteLabel }: ItemToolbarProps): ReactNode {
  const { keys } = findResourceSpecOrThrow(useResourceContext() ?? '');
  return (
    <Toolbar sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
      <SaveButton />
      <ViewItemButton />
      {keys !== 'fixed' && (
        <DeleteButton
          mutationMode="pessimistic"
          {...(deleteLabel && { label: deleteLabel, confirmTitle: deleteLabel })}
        />
      )}
    </Toolbar>
  );
}

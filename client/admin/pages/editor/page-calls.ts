import type { BodyOf, DataOf } from '#shared/endpoint.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { PagesContract } from '#shared/pages/pages-contract.ts';
import { callAdminApi } from '../../core/call-admin-api.ts';

type Data<Name extends keyof PagesContract> = DataOf<PagesContract[Name]>;

/** The published content of a page with its draft, as the editor starts from it. */
export type EditablePage = Data<'GET /admin/page/{idPage}/draft'>;

/** Creates the functions that call the API for one page. */
export function createPageCalls(id: number) {
  const path = `/admin/page/${id}`;
  return {
    read: (signal?: AbortSignal) => callAdminApi<EditablePage>(`${path}/draft`, { signal }),
    saveDraft: (body: BodyOf<PagesContract['PUT /admin/page/{idPage}/draft']>) =>
      callAdminApi<Data<'PUT /admin/page/{idPage}/draft'>>(`${path}/draft`, { method: 'PUT', body }),
    deleteDraft: (revision: number) =>
      callAdminApi<Data<'DELETE /admin/page/{idPage}/draft'>>(`${path}/draft`, {
        method: 'DELETE',
        query: { revision },
      }),
    publishDraft: (revision: number) =>
      callAdminApi<Data<'POST /admin/page/{idPage}/draft/publish'>>(`${path}/draft/publish`, {
        method: 'POST',
        body: { revision },
      }),
    preview: (content: PageContent, signal: AbortSignal) =>
      callAdminApi<Data<'PUT /admin/page/{idPage}/preview'>>(`${path}/preview`, {
        method: 'PUT',
        body: { content },
        signal,
      }),
    listVersions: (signal: AbortSignal) =>
      callAdminApi<Data<'GET /admin/page/{idPage}/version'>>(`${path}/version`, { signal }),
    readVersion: (version: number) =>
      callAdminApi<Data<'GET /admin/page/{idPage}/version/{idVersion}'>>(`${path}/version/${version}`),
    publishVersion: (version: number, revision: number) =>
      callAdminApi<Data<'POST /admin/page/{idPage}/version/{idVersion}/publish'>>(
        `${path}/version/${version}/publish`,
        { method: 'POST', body: { revision } },
      ),
  };
}
export type PageCalls = ReturnType<typeof createPageCalls>;

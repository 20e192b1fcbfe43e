import type { PageContent } from '#shared/pages/page-content.ts';
import { type AdminCallInput, callAdminApi } from '../../core/call-admin-api.ts';

export function createPageCalls(id: number) {
  const params = { idPage: id };
  const ofVersion = (idVersion: number) => ({ ...params, idVersion });
  return {
    read: (signal?: AbortSignal) => callAdminApi('GET /admin/page/{idPage}/draft', { params, signal }),
    saveDraft: (body: AdminCallInput<'PUT /admin/page/{idPage}/draft'>['body']) =>
      callAdminApi('PUT /admin/page/{idPage}/draft', { params, body }),
    deleteDraft: (revision: number) =>
      callAdminApi('DELETE /admin/page/{idPage}/draft', { params, query: { revision } }),
    publishDraft: (revision: number) =>
      callAdminApi('POST /admin/page/{idPage}/draft/publish', { params, body: { revision } }),
    preview: (content: PageContent, signal: AbortSignal) =>
      callAdminApi('PUT /admin/page/{idPage}/preview', { params, body: { content }, signal }),
    listVersions: (signal: AbortSignal) => callAdminApi('GET /admin/page/{idPage}/version', { params, signal }),
    readPageVersion: (version: number) =>
      callAdminApi('GET /admin/page/{idPage}/version/{idVersion}', { params: ofVersion(version) }),
    publishVersion: (version: number, revision: number) =>
      callAdminApi('POST /admin/page/{idPage}/version/{idVersion}/publish', {
        params: ofVersion(version),
        body: { revision },
      }),
  };
}
export type PageCalls = ReturnType<typeof createPageCalls>;

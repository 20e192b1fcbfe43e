import type { PagesContract } from '#shared/pages/pages-contract.ts';

export type PublishRefusal = keyof PagesContract['POST /admin/page/{idPage}/version/{idVersion}/publish']['refusals'];

/** The refusal of a scheduled publication, with the values for the placeholders of its message. */
export interface PublishFailure {
  refusal: PublishRefusal | 'editor_not_staff';
  values: Readonly<Record<string, string | number>>;
}

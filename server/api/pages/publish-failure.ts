import type { PageEditingContract } from '#shared/pages/page-editing-contract.ts';

export type PublishRefusal =
  keyof PageEditingContract['POST /admin/page/{idPage}/version/{idVersion}/publish']['refusals'];

export interface PublishFailure<Refusal extends string = PublishRefusal> {
  refusal: Refusal;
  values: Readonly<Record<string, string | number>>;
}

/** The refusal of a scheduled publication, which is stored with the draft. */
export type ScheduledPublishFailure = PublishFailure<PublishRefusal | 'editor_not_staff'>;

import { z } from 'zod';
import { idField, revisionField } from '#shared/contract-fields.ts';
import { type Contract, defineContract, type Endpoint, IdParam, idempotencyRefusals } from '#shared/endpoint.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { canCreateItems, createResourceListQuerySchema, type ResourceSpec } from '#shared/resource-spec.ts';
import { wholeNumberText } from '#shared/text-values.ts';
import { adminResourceSpecs } from './admin-resource-specs.ts';
import { priceListContract } from './price-list-contract.ts';
import { pricePlanContract } from './price-plan-contract.ts';
import { productImportExportContract } from './product-import-export-contract.ts';
import { productOverviewContract } from './product-overview-contract.ts';
import { sellingContract } from './selling-contract.ts';
import { stockContract } from './stock-contract.ts';

const Key = z.union([z.string(), z.int()]);

/** An item in the form in which it is saved: the field `item` in the body of `PUT /admin/<resource>/{key}`. */
const Item = z.record(z.string(), z.unknown());

/** An item with the revision on which its next save must be based. */
const EditableItem = z.object({
  key: Key,
  revision: z.int(),
  item: Item,
  /** The time at which the item was archived instead of deleted, because orders name it; null if it is not archived. */
  archivedAt: z.string().nullable(),
  /**
   * True if staff have edited the item since an import wrote it, so that the next import keeps it; absent otherwise.
   */
  keptByImport: z.literal(true).optional(),
  /** Facts that cannot be edited, such as the URL and size of an image; absent for resources that have none. */
  info: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type EditableItem = z.infer<typeof EditableItem>;

const SavedItem = z.object({ key: Key, revision: z.int() });
const Revision = revisionField;

const isNumber = (schema: unknown): boolean => schema instanceof z.ZodNumber;
const hasNumericKey = ({ key, keys, input }: ResourceSpec<unknown>): boolean =>
  keys === 'assigned' || (key !== null && input instanceof z.ZodObject && isNumber(input.shape[key]));

/**
 * Creates the schema of a call's path parameters. The path contains no key if a site has only one item of the resource.
 */
function keyParams(spec: ResourceSpec<unknown>) {
  const key: z.ZodType<string | number, unknown> = hasNumericKey(spec) ? IdParam : z.string().min(1).max(100);
  return z.object({ key: spec.key === null ? z.literal('').default('') : key });
}

/**
 * Creates the schema of an unsaved item. It may lack the ids of new nested items, such as the variants of a product, so
 * only the save validates the item completely.
 */
const draftOf = ({ input }: ResourceSpec<unknown>) => z.union([input as z.ZodType<Record<string, unknown>>, Item]);

const editRefusals = {
  invalid_key: 400,
  not_found: 404,
  stale_revision: 409,
  already_exists: 409,
  still_referenced: 409,
  already_sent: 409,
  still_used_by: 409,
  newsletter_named: 409,
  collection_times_left: 409,
  pickup_points_missing: 409,
  unknown_reference: 422,
  invalid_input: 422,
  super_admin_needed: 403,
  legal_duty_open: 409,
  legal_duty_kept: 409,
} as const;

/** The calls with which staff read and edit the items of one resource. */
export const createResourceEndpoints = (spec: ResourceSpec<unknown>) => ({
  list: {
    summary: `The items of the resource ${spec.name}`,
    access: 'staff',
    query: createResourceListQuerySchema(spec),
    data: z.object({ items: z.array(EditableItem), total: z.int() }),
  } satisfies Endpoint,
  read: {
    summary: `One item of the resource ${spec.name}, with its revision`,
    access: 'staff',
    params: keyParams(spec),
    data: EditableItem,
    refusals: { not_found: 404 },
  } satisfies Endpoint,
  create: {
    summary: `Creates an item of the resource ${spec.name}`,
    access: 'staff',
    isIdempotent: true,
    body: z.strictObject({ item: draftOf(spec) }),
    data: SavedItem,
    refusals: { ...editRefusals, ...idempotencyRefusals },
  } satisfies Endpoint,
  update: {
    summary: `Saves an item of the resource ${spec.name}, unless it has changed since the revision`,
    access: 'staff',
    params: keyParams(spec),
    body: z.strictObject({ revision: Revision, item: draftOf(spec) }),
    data: SavedItem,
    refusals: editRefusals,
  } satisfies Endpoint,
  remove: {
    summary: `Deletes an item of the resource ${spec.name}, unless it has changed since the revision`,
    access: 'staff',
    params: keyParams(spec),
    query: z.strictObject({ revision: wholeNumberText(0, 2_147_483_647) }),
    data: z.object({}),
    refusals: editRefusals,
  } satisfies Endpoint,
});

/** Returns the calls of a resource by their names. A resource of which a site has one item has no list and no key. */
export function createResourceContract(spec: ResourceSpec<unknown>): Contract {
  const { list, read, create, update, remove } = createResourceEndpoints(spec);
  const path = `/admin/${spec.name}` as const;
  if (spec.key === null) {
    const { params: _readParams, ...readSingle } = read;
    const { params: _updateParams, ...updateSingle } = update;
    return { [`GET ${path}`]: readSingle, [`PUT ${path}`]: updateSingle };
  }
  return {
    [`GET ${path}`]: list,
    [`GET ${path}/{key}`]: read,
    [`PUT ${path}/{key}`]: update,
    ...(canCreateItems(spec) && { [`POST ${path}`]: create }),
    ...(spec.keys !== 'fixed' && { [`DELETE ${path}/{key}`]: remove }),
  };
}

/**
 * `EXPORT` changes nothing: it records that personal data was exported. For an exported list, `key` is empty and
 * `after` contains the ids that restrict the list.
 */
export const auditActions = ['CREATE', 'UPDATE', 'DELETE', 'EXPORT'] as const;

/** The names of items in the audit log that are not taken from a resource; the panel has a text for each. */
export const auditedKinds = [
  'customer',
  'domain',
  'file',
  'form-submission',
  'image',
  'language',
  'mail',
  'newsletter-issue',
  'order',
  'page-draft',
  'product',
  'registration',
  'review',
  'staff',
  'staff-invitation',
  'stock',
  'subscriber',
  'voucher',
  'withdrawal',
] as const;
export type AuditedKind = (typeof auditedKinds)[number];

/** A change that a member of staff has made to an item, or an export of personal data. */
const AuditEntry = z.object({
  id: z.int(),
  /** Time in ISO 8601, in UTC. */
  at: z.string(),
  /** The email address of the user; null if the account was deleted. */
  email: z.string().nullable(),
  resource: z.string(),
  key: z.string(),
  action: z.enum(auditActions),
  /** The item before the change; null for a new item or an export. */
  before: Item.nullable(),
  /** The item after the change; null for a deleted item. */
  after: Item.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditContract = defineContract({
  'GET /admin/audit': {
    summary: 'The changes that staff have made, the newest first',
    access: 'staff',
    query: createListQuerySchema({
      fields: { resource: 'text', key: 'text', email: 'text', action: { set: auditActions }, at: 'date' },
      orders: ['at'],
    }),
    data: z.object({ entries: z.array(AuditEntry), total: z.int() }),
  },
});

const resourceContract: Contract = Object.assign({}, ...adminResourceSpecs.map(createResourceContract));

export const revertToImportContract = defineContract({
  'POST /admin/revert-to-import': {
    summary:
      'Lets the next import of the site’s folder replace an item that staff have edited, with all its parts. Until then the item stays as it is, and another edit cancels the request',
    access: 'staff',
    body: z.strictObject({
      /**
       * Name of the resource in `/admin/<resource>`. Both `domain` and `language` stand for all domains and languages
       * of the site.
       */
      resource: z.string().min(1).max(60),
      /** The key of the item; empty for a resource of which a site has one item. */
      key: z.union([z.string().max(100), idField]),
      revision: revisionField,
    }),
    data: z.object({}),
    refusals: { not_found: 404, stale_revision: 409, super_admin_needed: 403 },
  },
});

/**
 * The calls of the admin panel: those of all resources and those that several domains share. The type has only the
 * shared calls, because the names of the resources' calls follow from the resource specs at run time.
 */
export const adminContract = {
  ...auditContract,
  ...revertToImportContract,
  ...stockContract,
  ...priceListContract,
  ...pricePlanContract,
  ...productImportExportContract,
  ...productOverviewContract,
  ...sellingContract,
  ...(resourceContract as object),
};

import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import type { JsonSchema } from '#server/api/openapi/openapi-types.ts';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';

/** A call with another method than GET, with the schema of its body in the API description. */
export interface ApiWrite {
  name: string;
  path: string;
  method: 'POST' | 'PUT' | 'DELETE';
  endpoint: Endpoint;
  /** The schema of the body; absent for a call without a body. */
  schema: JsonSchema | undefined;
}

const document = createOpenApiDocument(completeApiContract);

/** The schemas to which the schemas of the bodies refer. */
export const { schemas: bodySchemas } = document.components;

const text = { type: 'string' };
/** Forms name their own fields, so that the API description has no schema of them. */
const formSchema: JsonSchema = {
  type: 'object',
  properties: { email: { type: 'string', format: 'email' }, lastname: text, message: text, html: text, consent: text },
};

/** Deletions come last, so that the items of the fixtures exist as long as possible. */
const order = ['PUT', 'POST', 'DELETE'];

/** All calls with another method than GET, except uploads of files, which accept no JSON. */
export const apiWritesWithoutUploads: readonly ApiWrite[] = Object.entries<Endpoint>(completeApiContract)
  .filter(([name, { isUpload }]) => !name.startsWith('GET ') && !isUpload)
  .map(([name, endpoint]) => {
    const [method = '', path = ''] = name.split(' ');
    const id = document.paths[path]?.[method.toLowerCase()]?.operationId;
    const schema = endpoint.isForm ? formSchema : bodySchemas[`${id}-body`];
    return { name, path, method: method as ApiWrite['method'], endpoint, schema };
  })
  .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

/** Lists the HTTP statuses that the contract allows for a call. */
export const listAllowedStatuses = ({ endpoint }: ApiWrite): number[] => [
  ...[200, 400, ...Object.values(endpoint.refusals ?? {})],
  ...(endpoint.access ? [401] : []),
  ...(isStaffEndpoint(endpoint) ? [403] : []),
];

export const toEndpointSchemaId = (name: string, part: 'data' | 'body'): string => `${toOperationId(name)}-${part}`;

export const toOperationId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const createSchemaReference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

export const schemaId = (name: string, part: 'data' | 'body'): string => `${operationId(name)}-${part}`;

export const operationId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const schemaReference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

import { describe, expect, test } from 'vitest';
import {
  describeField,
  type FieldDescription,
  type FieldSchemas,
  getObjectFields,
} from '#client/admin/inputs/describe-field.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';

/** Resources whose screens do not derive their inputs from the schema. */
const resourcesWithOwnScreens = ['page', 'page-tree', 'parameter'];

const innerShapes = (field: FieldDescription): FieldSchemas[] => {
  if (field.kind === 'group' || field.kind === 'list' || field.kind === 'listsByKey') return [field.fields];
  if (field.kind === 'optionList') return Object.values(field.options);
  return field.kind === 'alternativeList' ? Object.values(field.alternatives) : [];
};

function listUnsupported(shape: FieldSchemas, path: string, resource?: string): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const field = describeField(name, schema, resource);
    if (field.kind === 'unsupported') return [`${path}.${name}`];
    return innerShapes(field).flatMap((inner) => listUnsupported(inner, `${path}.${name}`));
  });
}

describe('the form of each resource', () => {
  const specs = adminResourceSpecs.filter(({ name }) => !resourcesWithOwnScreens.includes(name));

  test.each(specs.map((spec) => [spec.name, spec] as const))('%s has an input for every field', (name, { input }) => {
    const fields = getObjectFields(input);
    expect(Object.keys(fields)).not.toEqual([]);
    expect(listUnsupported(fields, name, name)).toEqual([]);
  });
});

import type { Config, CustomField, Fields, PuckContext } from '@puckeditor/core';
import type { ReactNode } from 'react';
import { Localized } from '#shared/localized.ts';
import type { SectionKind } from '#shared/site/sections.ts';
import {
  describeSectionField,
  getSectionFieldSchemas,
  type SectionFieldDescription,
} from '../fields/describe-section-field.ts';
import { SectionFieldInput } from '../fields/SectionFieldInput.tsx';
import { SelectableSection } from './SelectableSection.tsx';
import { sectionKindsByGroup } from './section-kinds-by-group.ts';

interface RenderedSection extends Record<string, unknown> {
  id: string;
  puck: PuckContext;
}

const createField = (name: string, field: SectionFieldDescription): CustomField<unknown> => ({
  type: 'custom',
  render: ({ value, onChange }) => <SectionFieldInput name={name} field={field} value={value} onChange={onChange} />,
});

const createFields = (kind: SectionKind): Fields =>
  Object.fromEntries(
    Object.entries(getSectionFieldSchemas(kind)).map(([name, schema]) => [
      name,
      createField(name, describeSectionField(name, schema)),
    ]),
  ) as Fields;

/** Creates the initial values of a new section: its required lists and formatted texts are empty, not missing. */
function createDefaults(kind: SectionKind): Record<string, unknown> {
  const defaultOf = (field: SectionFieldDescription): unknown =>
    field.kind === 'list' ? [] : field.kind === 'richText' ? { html: '' } : undefined;
  return Object.fromEntries(
    Object.entries(getSectionFieldSchemas(kind)).flatMap(([name, schema]) => {
      const field = describeSectionField(name, schema);
      const value = field.isRequired ? defaultOf(field) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Creates the configuration of the page editor: one component for each kind of section, with the fields of its schema.
 * @param labelOf Returns the name of a kind of section in the panel's language.
 */
export function createEditorConfig(labelOf: (kind: SectionKind) => string): Config {
  const kinds = Object.values(sectionKindsByGroup).flat();
  return {
    components: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          label: labelOf(kind),
          fields: createFields(kind),
          defaultProps: createDefaults(kind),
          // The section itself, rather than an element around it, can be dragged and chosen.
          inline: true,
          render: ({ id, puck, editMode: _mode, ...fields }: RenderedSection) => (
            <SelectableSection id={id} kind={kind} fields={fields} dragRef={puck.dragRef ?? undefined} />
          ),
        },
      ]),
    ),
    root: {
      fields: {
        title: createField('pageTitle', describeSectionField('pageTitle', Localized)),
        image: {
          type: 'custom',
          render: ({ value, onChange }) => (
            <SectionFieldInput
              name="pagePicture"
              field={{ isRequired: false, kind: 'picture' }}
              value={value ? { image: value } : undefined}
              onChange={(picture) => onChange((picture as { image: number } | undefined)?.image ?? null)}
            />
          ),
        },
      } as Fields,
      render: ({ children }: { children?: ReactNode }) => <>{children}</>,
    },
  };
}

import { Box } from '@mui/material';
import { createUsePuck } from '@puckeditor/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { flushSync } from 'react-dom';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { SectionCard } from './SectionCard.tsx';

const usePuck = createUsePuck();

export const sectionsHelpId = 'page-sections-help';
export const sectionFieldsId = 'page-section-fields';

interface SelectableSectionProps {
  id: string;
  kind: SectionKind;
  fields: Readonly<Record<string, unknown>>;
  /** The editor's reference to the element that can be dragged and chosen. */
  dragRef: Ref<HTMLElement> | undefined;
}

/**
 * A section in the list of the editor, which can be chosen by keyboard. Puck chooses a section on clicks only, and its
 * English description for screen readers wrongly says that the keyboard can drag the section. The attributes are set
 * here, because Puck does not replace attributes that are already present.
 */
export function SelectableSection({ id, kind, fields, dragRef }: SelectableSectionProps): ReactNode {
  const { t } = useAdminTexts();
  const isChosen = usePuck(({ selectedItem }) => selectedItem?.props.id === id);
  const chooseByKeyboard = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const section = event.currentTarget;
    flushSync(() => section.click());
    document.getElementById(sectionFieldsId)?.focus();
  };
  return (
    <Box
      ref={dragRef}
      role="button"
      tabIndex={0}
      aria-roledescription={t('admin-pages.sectionRole')}
      aria-describedby={sectionsHelpId}
      aria-current={isChosen}
      onKeyDown={chooseByKeyboard}
      sx={{ mb: 1 }}
    >
      <SectionCard kind={kind} fields={fields} />
    </Box>
  );
}

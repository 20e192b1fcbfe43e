import Add from '@mui/icons-material/Add';
import { Button, ListSubheader, Menu, MenuItem } from '@mui/material';
import { createUsePuck } from '@puckeditor/core';
import { type ReactNode, useState } from 'react';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { sectionsZoneName } from './SectionActions.tsx';
import { sectionKindsByGroup } from './section-kinds-by-group.ts';

const usePuck = createUsePuck();

/**
 * Adds a section of a chosen kind after the selected section, or at the end if none is selected. Sections with the
 * page's main heading are added at the start.
 */
export function AddSectionButton(): ReactNode {
  const { t } = useAdminTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const dispatch = usePuck((state) => state.dispatch);
  const content = usePuck(({ appState }) => appState.data.content);
  const selectedId = usePuck(({ selectedItem }) => selectedItem?.props.id as string | undefined);
  const add = (kind: SectionKind, isOpening: boolean) => {
    setAnchor(null);
    const selected = content.findIndex(({ props }) => props.id === selectedId);
    const index = isOpening ? 0 : selected === -1 ? content.length : selected + 1;
    dispatch({ type: 'insert', componentType: kind, destinationIndex: index, destinationZone: sectionsZoneName });
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: sectionsZoneName } } });
  };
  return (
    <>
      <Button variant="outlined" startIcon={<Add />} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        {t('admin-pages.add')}
      </Button>
      {/* The menu lies inside the landmark of the screen, as screen readers expect no content outside landmarks. */}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        container={() => anchor?.closest('main') ?? null}
      >
        {Object.entries(sectionKindsByGroup).flatMap(([group, kinds]) => [
          <ListSubheader key={group} role="presentation">
            {t(`admin-pages.group.${group}`)}
          </ListSubheader>,
          ...kinds.map((kind) => (
            <MenuItem key={kind} onClick={() => add(kind, group === 'opening')}>
              {t(`admin-pages.section.${kind}`)}
            </MenuItem>
          )),
        ])}
      </Menu>
    </>
  );
}

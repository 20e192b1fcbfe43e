import Add from '@mui/icons-material/Add';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Delete from '@mui/icons-material/Delete';
import {
  Box,
  Button,
  ListSubheader,
  Menu,
  MenuItem,
  Paper,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { createUsePuck, Puck, type PuckAction } from '@puckeditor/core';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';
import { SectionCard } from './SectionCard.tsx';
import { sectionKindsByGroup } from './section-kinds-by-group.ts';

const usePuck = createUsePuck();

/** Puck's name for the list of components at the top level of a page. */
const sectionsZoneName = 'root:default-zone';

const sectionsHelpId = 'page-sections-help';
const sectionFieldsId = 'page-section-fields';

/** The sections of the page in their order, and the fields of the chosen one or of the page itself. */
export function SectionList(): ReactNode {
  const { t } = useAdminTexts();
  const selected = usePuck(({ selectedItem }) => selectedItem);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const fields = useRef<HTMLDivElement>(null);
  const selectedId = selected?.props.id as string | undefined;
  // On a phone the fields are below the list, where a user who has just chosen a section would not see them.
  useEffect(() => {
    if (isNarrow && selectedId !== undefined) fields.current?.scrollIntoView();
  }, [isNarrow, selectedId]);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        my: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <Box component="section" aria-labelledby="page-sections-title">
        <Typography id="page-sections-title" variant="h3" component="h2" sx={{ mb: 1 }}>
          {t('admin-pages.sections')}
        </Typography>
        <Typography id={sectionsHelpId} variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('admin-pages.sectionsHelp')}
        </Typography>
        <Box className="page-sections">
          <Puck.Preview />
        </Box>
        <AddSectionButton />
      </Box>
      <Paper
        ref={fields}
        id={sectionFieldsId}
        tabIndex={-1}
        component="section"
        aria-labelledby="page-fields-title"
        // The app bar covers the top of the screen.
        sx={{ p: 2, border: '1px solid', borderColor: 'divider', scrollMarginTop: '64px' }}
      >
        <Typography id="page-fields-title" variant="h3" component="h2" sx={{ mb: 1 }}>
          {selected ? t(`admin-pages.section.${selected.type}`) : t('admin-pages.page')}
        </Typography>
        <SectionActions onRemoved={() => fields.current?.focus()} />
        <Box className="page-fields">
          <Puck.Fields />
        </Box>
      </Paper>
    </Box>
  );
}

/**
 * The buttons that move, duplicate and remove the chosen section, as an alternative to dragging.
 * @param onRemoved Called after the removal, which also removes these buttons.
 */
function SectionActions({ onRemoved }: { onRemoved: () => void }): ReactNode {
  const { t } = useAdminTexts();
  const dispatch = usePuck((state) => state.dispatch);
  const selectedId = usePuck(({ selectedItem }) => selectedItem?.props.id as string | undefined);
  const content = usePuck(({ appState }) => appState.data.content);
  const index = content.findIndex(({ props }) => props.id === selectedId);
  if (index === -1) return null;
  const select = (next: number | null) =>
    dispatch({ type: 'setUi', ui: { itemSelector: next === null ? null : { index: next, zone: sectionsZoneName } } });
  const move = (to: number) => {
    dispatch({ type: 'reorder', sourceIndex: index, destinationIndex: to, destinationZone: sectionsZoneName });
    select(to);
  };
  const change = (action: PuckAction, next: number | null) => {
    dispatch(action);
    select(next);
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mb: 1 }}>
      <Button
        size="small"
        startIcon={<ArrowUpward />}
        {...getFocusableWhenDisabledProps(index === 0, () => move(index - 1))}
      >
        {t('admin-pages.up')}
      </Button>
      <Button
        size="small"
        startIcon={<ArrowDownward />}
        {...getFocusableWhenDisabledProps(index === content.length - 1, () => move(index + 1))}
      >
        {t('admin-pages.down')}
      </Button>
      <Button
        size="small"
        startIcon={<ContentCopy />}
        onClick={() => change({ type: 'duplicate', sourceIndex: index, sourceZone: sectionsZoneName }, index + 1)}
      >
        {t('admin-pages.duplicate')}
      </Button>
      <Button
        size="small"
        color="error"
        startIcon={<Delete />}
        onClick={() => {
          change({ type: 'remove', index, zone: sectionsZoneName }, null);
          onRemoved();
        }}
      >
        {t('admin-pages.remove')}
      </Button>
    </Stack>
  );
}

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

/**
 * Adds a section of a chosen kind after the selected section, or at the end if none is selected. Sections with the
 * page's main heading are added at the start.
 */
function AddSectionButton(): ReactNode {
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

import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Delete from '@mui/icons-material/Delete';
import { Button, Stack } from '@mui/material';
import { createUsePuck, type PuckAction } from '@puckeditor/core';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';

const usePuck = createUsePuck();

/** Puck's name for the list of components at the top level of a page. */
export const sectionsZoneName = 'root:default-zone';

/**
 * The buttons that move, duplicate and remove the chosen section, as an alternative to dragging.
 * @param onRemoved Called after the removal, which also removes these buttons.
 */
export function SectionActions({ onRemoved }: { onRemoved: () => void }): ReactNode {
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

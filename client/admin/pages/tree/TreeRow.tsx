import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Delete from '@mui/icons-material/Delete';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Edit from '@mui/icons-material/Edit';
import FormatIndentDecrease from '@mui/icons-material/FormatIndentDecrease';
import FormatIndentIncrease from '@mui/icons-material/FormatIndentIncrease';
import { Box, IconButton, ListItem, Tooltip, Typography } from '@mui/material';
import { type ComponentType, type DragEvent, type ReactNode, useState } from 'react';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';
import { focusBeforeRemoval, itemRemoveButtonAttributes } from '../../core/list-focus.ts';
import type { EntryMoveDirection, EntryPath } from './move-entry.ts';

interface TreeRowProps {
  entry: PageEntryInput;
  path: EntryPath;
  canMove: (direction: EntryMoveDirection) => boolean;
  onMove: (direction: EntryMoveDirection) => void;
  onDragStart: () => void;
  /** Receives the place before which the dragged entry is put. */
  onDrop: (to: EntryPath) => void;
  onEdit: () => void;
  onRemove: () => void;
}

const moveIcons: Readonly<Record<EntryMoveDirection, ComponentType<{ fontSize: 'small' }>>> = {
  up: ArrowUpward,
  down: ArrowDownward,
  in: FormatIndentIncrease,
  out: FormatIndentDecrease,
};

type DropPlace = 'before' | 'inside';

/** Returns the place of a drop: before the entry of the row on its upper half, inside the entry on its lower half. */
function getDropPlace(event: DragEvent<HTMLElement>): DropPlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? 'before' : 'inside';
}

export function TreeRow({
  entry,
  path,
  canMove,
  onMove,
  onDragStart,
  onDrop,
  onEdit,
  onRemove,
}: TreeRowProps): ReactNode {
  const { t } = useAdminTexts();
  const [place, setPlace] = useState<DropPlace | null>(null);
  return (
    <ListItem
      disablePadding
      draggable
      onDragStart={onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        setPlace(getDropPlace(event));
      }}
      onDragLeave={() => setPlace(null)}
      onDrop={(event) => {
        event.preventDefault();
        setPlace(null);
        onDrop(getDropPlace(event) === 'before' ? path : [...path, entry.children?.length ?? 0]);
      }}
      sx={{
        pl: { xs: (path.length - 1) * 1.5, sm: (path.length - 1) * 4 },
        flexWrap: 'wrap',
        borderTop: '2px solid',
        borderColor: place === 'before' ? 'primary.main' : 'divider',
        bgcolor: place === 'inside' ? 'action.selected' : undefined,
      }}
    >
      <DragIndicator fontSize="small" color="disabled" sx={{ cursor: 'grab' }} />
      <Box sx={{ flex: 1, minWidth: '8rem', py: 0.5 }}>
        <Typography variant="body1" component="span">
          {entry.menuTitle}
        </Typography>
        <Typography variant="caption" component="span" color="text.secondary" sx={{ ml: 1 }}>
          /{entry.url}
          {!entry.showInMenu && <span> · {t('admin-pages.tree.hidden')}</span>}
        </Typography>
      </Box>
      <RowButtons entry={entry} canMove={canMove} onMove={onMove} onEdit={onEdit} onRemove={onRemove} />
    </ListItem>
  );
}

type RowButtonsProps = Pick<TreeRowProps, 'entry' | 'canMove' | 'onMove' | 'onEdit' | 'onRemove'>;

function RowButtons({ entry, canMove, onMove, onEdit, onRemove }: RowButtonsProps): ReactNode {
  const { t } = useAdminTexts();
  const name = { entry: entry.menuTitle };
  return (
    <Box sx={{ display: 'flex' }}>
      {Object.entries(moveIcons).map(([direction, Icon]) => (
        <RowButton
          key={direction}
          label={t(`admin-pages.tree.${direction}`, name)}
          isDisabled={!canMove(direction as EntryMoveDirection)}
          onClick={() => onMove(direction as EntryMoveDirection)}
        >
          <Icon fontSize="small" />
        </RowButton>
      ))}
      <RowButton label={t('admin-pages.tree.edit', name)} onClick={onEdit}>
        <Edit fontSize="small" />
      </RowButton>
      <Tooltip title={t('admin-pages.tree.remove', name)}>
        <IconButton
          size="small"
          aria-label={t('admin-pages.tree.remove', name)}
          onClick={({ currentTarget }) => {
            focusBeforeRemoval(currentTarget);
            onRemove();
          }}
          {...itemRemoveButtonAttributes}
        >
          <Delete fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

interface RowButtonProps {
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const RowButton = ({ label, isDisabled = false, onClick, children }: RowButtonProps): ReactNode => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} {...getFocusableWhenDisabledProps(isDisabled, onClick)}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
);

import Add from '@mui/icons-material/Add';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Delete from '@mui/icons-material/Delete';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';
import {
  editableListAttributes,
  focusBeforeRemoval,
  itemAddButtonAttributes,
  itemRemoveButtonAttributes,
} from '../../core/list-focus.ts';
import type { SectionFieldDescription } from './describe-section-field.ts';

interface ListItem {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

interface ListFieldProps {
  label: string;
  item: SectionFieldDescription;
  value: readonly unknown[];
  onChange: (value: unknown) => void;
  renderItem: (item: ListItem) => ReactNode;
}

/** Creates the value of a new item. The API reports groups and pictures as incomplete until they are filled in. */
const newItem = ({ kind }: SectionFieldDescription): unknown =>
  kind === 'localized' ? '' : kind === 'group' ? {} : null;

/** Returns a list in which the item at `from` stands at `to`. */
function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/**
 * Creates React keys for `count` items without ids. The caller moves and removes a key together with its item, so that
 * the inputs of the item keep their focus.
 */
export function useItemKeys(count: number) {
  const [ordered, setOrdered] = useState<readonly number[]>([]);
  const firstNewKey = Math.max(0, ...ordered) + 1;
  const keys = Array.from({ length: count }, (_, index) => ordered[index] ?? firstNewKey + index);
  return {
    keys,
    moveKey: (from: number, to: number) => setOrdered(moveItem(keys, from, to)),
    removeKey: (index: number) => setOrdered(keys.filter((_, at) => at !== index)),
  };
}

export function ListField({ label, item, value, onChange, renderItem }: ListFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const replace = (index: number, changed: unknown) =>
    onChange(value.map((each, at) => (at === index ? (changed ?? newItem(item)) : each)));
  const { keys, moveKey, removeKey } = useItemKeys(value.length);
  const move = (from: number, to: number) => {
    moveKey(from, to);
    onChange(moveItem(value, from, to));
  };
  const number = (index: number) => t('admin-pages.list.item', { label, number: index + 1 });
  return (
    <Stack sx={{ my: 1, gap: 1 }} {...editableListAttributes}>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      {value.map((each, index) => (
        <Box key={keys[index]} sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {renderItem({
              label: number(index),
              value: each ?? undefined,
              onChange: (changed) => replace(index, changed),
            })}
          </Box>
          <ItemButtons
            name={number(index)}
            isFirst={index === 0}
            isLast={index === value.length - 1}
            onMove={(by) => move(index, index + by)}
            onRemove={() => {
              removeKey(index);
              onChange(value.filter((_, at) => at !== index));
            }}
          />
        </Box>
      ))}
      <Button
        startIcon={<Add />}
        onClick={() => onChange([...value, newItem(item)])}
        sx={{ alignSelf: 'start' }}
        {...itemAddButtonAttributes}
      >
        {t('admin-pages.list.add')}
      </Button>
    </Stack>
  );
}

interface ItemButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function ItemButtons({ name, isFirst, isLast, onMove, onRemove }: ItemButtonsProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Stack>
      <IconButton
        size="small"
        aria-label={t('admin-pages.list.up', { item: name })}
        {...getFocusableWhenDisabledProps(isFirst, () => onMove(-1))}
      >
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('admin-pages.list.down', { item: name })}
        {...getFocusableWhenDisabledProps(isLast, () => onMove(1))}
      >
        <ArrowDownward fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('admin-pages.list.remove', { item: name })}
        onClick={({ currentTarget }) => {
          focusBeforeRemoval(currentTarget);
          onRemove();
        }}
        {...itemRemoveButtonAttributes}
      >
        <Delete fontSize="small" />
      </IconButton>
    </Stack>
  );
}

import Delete from '@mui/icons-material/Delete';
import { Box, Button, FormHelperText, IconButton, TextField, Typography } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { FieldError } from './FieldError.tsx';
import {
  findSettingKindMismatch,
  parseSettingRowInput,
  type SettingFormRow,
  toSettingRows,
  toSettings,
} from './setting-rows.ts';

export function ExternalAppSettingsInput(props: Omit<InputProps, 'validate'>): ReactNode {
  const { t } = useAdminTexts();
  const issue = useRef<string | undefined>(undefined);
  const { field, fieldState } = useInput({ ...props, validate: () => issue.current });
  const [rows, setRows] = useState<readonly SettingFormRow[]>(() => toSettingRows(field.value));
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const describeIssue = (row: SettingFormRow): string | undefined => {
    const kind = findSettingKindMismatch(row);
    return kind === null
      ? undefined
      : t(kind === 'list' ? 'admin.settings.invalidList' : 'admin.settings.invalidObject');
  };
  const change = (next: readonly SettingFormRow[]) => {
    setRows(next);
    issue.current = next.map(describeIssue).find((message) => message !== undefined);
    field.onChange(toSettings(next));
  };
  const changeRow = (at: number, changes: Partial<SettingFormRow>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, my: 1, minWidth: 0, width: '100%' }}>
      <Typography component="legend" variant="body2" color={fieldState.invalid ? 'error' : 'text.secondary'}>
        {label}
      </Typography>
      {rows.map((row, at) => (
        <SettingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its position
          key={at}
          row={row}
          issue={fieldState.invalid ? describeIssue(row) : undefined}
          onChange={(changes) => changeRow(at, changes)}
          onRemove={() => change(rows.filter((_row, index) => index !== at))}
          onBlur={field.onBlur}
        />
      ))}
      <Button onClick={() => setRows([...rows, { name: '', text: '', value: '', stored: '' }])}>
        {t('admin.settings.add')}
      </Button>
      {fieldState.error && !rows.some(describeIssue) && (
        <FormHelperText error>
          <FieldError error={fieldState.error} />
        </FormHelperText>
      )}
    </Box>
  );
}

interface SettingRowProps {
  row: SettingFormRow;
  /** The message that is shown at the value; none if it is undefined. */
  issue: string | undefined;
  onChange: (changes: Partial<SettingFormRow>) => void;
  onRemove: () => void;
  onBlur: () => void;
}

function SettingRow({ row, issue, onChange, onRemove, onBlur }: SettingRowProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Box sx={rowStyle}>
      <TextField
        size="small"
        label={t('admin.settings.name')}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
        onBlur={onBlur}
      />
      <TextField
        size="small"
        label={t('admin.settings.value')}
        value={row.text}
        error={issue !== undefined}
        helperText={issue}
        onChange={(event) => onChange(parseSettingRowInput(event.target.value, row.stored))}
        onBlur={onBlur}
      />
      <IconButton aria-label={t('admin.settings.remove', { name: row.name })} onClick={onRemove}>
        <Delete />
      </IconButton>
    </Box>
  );
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', sm: '14rem 1fr auto' },
  gap: 1,
  alignItems: 'center',
  '& > :nth-of-type(2)': { gridColumn: { xs: '1', sm: 'auto' } },
};

import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import { type Lang, languages } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { type AdminTexts, isInstant } from '../core/admin-texts.ts';
import type { ItemRecord } from '../core/resource-adapter.ts';

interface StaleItemDialogProps {
  resource: string;
  mine: Partial<RaRecord>;
  current: ItemRecord;
  /** `stale`: another user has saved the item; `createdEarlier`: an earlier attempt of the same form has created it. */
  reason?: 'stale' | 'createdEarlier';
  /** Called after the choice of a version; by default the screen shows the stored item again. */
  onResolved?: () => void;
  onClose: () => void;
}

/** Shows where the user's version and the stored one differ, and lets the user choose one of them. */
export function StaleItemDialog({
  resource,
  mine,
  current,
  reason = 'stale',
  onResolved,
  onClose,
}: StaleItemDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isSaving, setIsSaving] = useState(false);
  const finish = () => {
    if (onResolved) return onResolved();
    refresh();
    onClose();
  };
  const saveMine = async () => {
    setIsSaving(true);
    try {
      const data = { ...mine, $revision: current.$revision };
      await dataProvider.update(resource, { id: current.id, data, previousData: current });
      notify('ra.notification.updated', { messageArgs: { smart_count: 1 } });
      finish();
    } catch (error) {
      notify(error instanceof Error && error.message ? error.message : 'admin.callFailed', { type: 'error' });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="stale-item-title">
      <DialogTitle id="stale-item-title">{t(`admin.${reason}.title`)}</DialogTitle>
      {/* The tab index lets the keyboard scroll a long table, which contains no focusable element. */}
      <DialogContent tabIndex={0}>
        <DialogContentText>{t(`admin.${reason}.text`)}</DialogContentText>
        <Differences resource={resource} mine={mine} current={current} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.stale.edit')}</Button>
        <Button onClick={finish}>{t('admin.stale.takeTheirs')}</Button>
        <Button variant="contained" onClick={saveMine} disabled={isSaving}>
          {t('admin.stale.saveMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FieldDifference {
  field: string;
  mine: unknown;
  theirs: unknown;
}

const toText = (value: unknown): string => JSON.stringify(value ?? null);

/** Returns the fields in which two versions of an item differ, without the fields that the panel adds. */
export function findDifferences(
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter(
    (field) => !field.startsWith('$') && field !== 'id',
  );
  return fields.flatMap((field) =>
    toText(mine[field]) === toText(theirs[field]) ? [] : [{ field, mine: mine[field], theirs: theirs[field] }],
  );
}

const isLocalized = (value: object): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => languages.some((lang) => lang === key));
};

interface ValueFormat {
  lang: Lang;
  siteLang: Lang;
  /** Formats a time in the estate's time zone. */
  date: AdminTexts['date'];
}

/** Formats any value of an item as text, for comparisons of two versions. */
export function formatComparedValue(value: unknown, { lang, siteLang, date }: ValueFormat): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string' && isInstant(value)) return date(value, { dateStyle: 'medium', timeStyle: 'medium' });
  if (typeof value !== 'object') return String(value);
  if (isLocalized(value)) return resolveLocalized(value as Localized, lang, siteLang);
  return JSON.stringify(value, null, 1);
}

function Differences({
  resource,
  mine,
  current,
}: Pick<StaleItemDialogProps, 'resource' | 'mine' | 'current'>): ReactNode {
  const { t, date } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  const show = (value: unknown) => formatComparedValue(value, { lang, siteLang: languages[0] ?? lang, date });
  return (
    <Table
      size="small"
      sx={{ mt: 2, tableLayout: 'fixed', '& td, & th': { px: 1, overflowWrap: 'anywhere', verticalAlign: 'top' } }}
    >
      <TableHead>
        <TableRow>
          <TableCell>{t('admin.stale.field')}</TableCell>
          <TableCell>{t('admin.stale.mine')}</TableCell>
          <TableCell>{t('admin.stale.theirs')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {findDifferences(mine, current).map(({ field, mine: own, theirs }) => (
          <TableRow key={field}>
            <TableCell component="th" scope="row">
              {translate(`resources.${resource}.fields.${field}`, { _: field })}
            </TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(own)}</TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(theirs)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

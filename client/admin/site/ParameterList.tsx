import {
  Alert,
  Button,
  Card,
  CardContent,
  ListItem,
  ListItemText,
  List as MuiList,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, Title, useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { foldText } from '#shared/fold-text.ts';
import { pageSize } from '#shared/limits.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import {
  getParameterWords,
  type ParameterKey,
  parameterDefinitions,
  parameterGroups,
  parameterKeys,
} from '#shared/site/parameter-definitions.ts';
import { findParameterIssue, type ParameterInput } from '#shared/site/parameter-input.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { buildParameterPath } from './build-parameter-path.ts';

const groups = parameterGroups.map((group) => ({
  group,
  keys: parameterKeys.filter((key) => parameterDefinitions[key].group === group),
}));

export default function ParameterList(): ReactNode {
  const { t } = useAdminTexts();
  const [search, setSearch] = useState('');
  const { data, isPending, refetch } = useGetList('parameter', { pagination: { page: 1, perPage: pageSize.max } });
  if (isPending) return <LoadingScreen />;
  if (!data) return <LoadFailure onRetry={refetch} />;
  const values = new Map(data.map((record) => [record.id, record]));
  const words = foldText(search).split(' ').filter(Boolean);
  const isFound = (key: ParameterKey): boolean => {
    const text = foldText(`${t(`admin-parameters.${key}.label`)} ${t(`admin-parameters.${key}.explanation`)} ${key}`);
    return words.every((word) => text.includes(word));
  };
  const shown = groups
    .map(({ group, keys }) => ({ group, keys: keys.filter(isFound) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <>
      <Title title={t('admin-parameters.title')} />
      <ScreenHelp />
      <TextField
        type="search"
        label={t('admin-parameters.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        sx={{ maxWidth: '24rem' }}
      />
      {shown.length === 0 && <Typography role="status">{t('admin-parameters.noneFound')}</Typography>}
      {shown.map(({ group, keys }) => (
        <Card key={group} component="section" sx={{ mt: 2 }}>
          <CardContent>
            <Typography variant="h6" component="h2">
              {t(`admin-parameters.group.${group}`)}
            </Typography>
            <MuiList disablePadding>
              {keys.map((key) => (
                <ParameterEntry key={key} type={key} record={values.get(key)} />
              ))}
            </MuiList>
          </CardContent>
        </Card>
      ))}
    </>
  );
}

interface ParameterEntryProps {
  type: ParameterKey;
  record: RaRecord | undefined;
}

function ParameterEntry({ type, record }: ParameterEntryProps): ReactNode {
  const { t } = useAdminTexts();
  const label = t(`admin-parameters.${type}.label`);
  return (
    <ListItem divider disableGutters sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText primary={label} secondary={t(`admin-parameters.${type}.explanation`)} sx={{ flex: '1 1 16rem' }} />
      <Typography variant="body2" sx={{ flex: '0 1 16rem', overflowWrap: 'anywhere' }}>
        <ParameterValue type={type} record={record} />
      </Typography>
      {record && findParameterIssue(type, record.value as ParameterInput['value']) && (
        <Alert severity="warning" sx={{ flex: '1 1 100%', order: 1 }}>
          {t('admin-parameters.refused')}
        </Alert>
      )}
      <Button
        component={Link}
        to={buildParameterPath(type, record !== undefined)}
        aria-label={`${t(record ? 'admin-parameters.edit' : 'admin-parameters.set')} : ${label}`}
      >
        {t(record ? 'admin-parameters.edit' : 'admin-parameters.set')}
      </Button>
    </ListItem>
  );
}

/** Maximum number of characters of a text that the list shows in full. */
const maxShownLength = 80;

function ParameterValue({ type, record }: ParameterEntryProps): ReactNode {
  const { t, number } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const value: unknown = record?.value;
  if (value === undefined || value === null || value === '') return t('admin-parameters.notSet');
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number') return number(value);
  const inner = typeof value === 'object' && 'html' in value ? value.html : value;
  const text = resolveLocalized(inner as Localized, lang, languages[0] ?? lang);
  if (getParameterWords(type)?.includes(text)) return t(`admin-parameters.${type}.${text}`);
  return text.length > maxShownLength ? t('admin-parameters.longText', { count: text.length }) : text;
}

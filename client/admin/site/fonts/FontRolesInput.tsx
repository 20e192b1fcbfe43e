import { Alert, Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, NumberInput, SelectInput, TextInput, useGetOne } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { SiteInfoInput } from '#shared/site/site-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { type ItemRecord, singletonItemId } from '../../core/resource-adapter.ts';
import { ColourInput } from '../../inputs/ColourInput.tsx';
import { FontSample } from './FontSample.tsx';
import type { FontFamily } from './font-families.ts';
import { useLoadedFontFamily } from './use-loaded-font-family.ts';

type FontSettings = SiteInfoInput['fonts'][number];

/** The kinds of text whose font can be chosen, in the order of the form, with their default sizes. */
const roles: readonly Pick<FontSettings, 'type' | 'size'>[] = [
  { type: 'TITLE', size: '2em' },
  { type: 'MENU', size: '1.3em' },
  { type: 'CONTENT', size: '1em' },
];

export function FontRolesInput(): ReactNode {
  const { t } = useAdminTexts();
  const { getValues, setValue } = useFormContext<{ fonts: FontSettings[] }>();
  const settings = useWatch<{ fonts: FontSettings[] }, 'fonts'>({ name: 'fonts' }) ?? [];
  const { data: theme } = useGetOne<ItemRecord>('theme', { id: singletonItemId });
  const families = (theme?.fonts ?? []) as FontFamily[];
  const change = (next: FontSettings[]) => setValue('fonts', next, { shouldDirty: true });
  return (
    <Box component="section" sx={{ width: '100%' }}>
      <Typography component="h2" variant="h6">
        {t('admin-site.fonts.roles')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {t('admin-site.fonts.roles-hint')} <Link to="/theme">{t('admin-site.fonts.upload')}</Link>
      </Typography>
      {roles.map(({ type, size }) => {
        const index = settings.findIndex((entry) => entry.type === type);
        const [first] = families;
        return (
          <Box key={type} component="fieldset" sx={roleBox}>
            <Typography component="legend" variant="subtitle2" sx={{ px: 1 }}>
              {t(`admin-choices.type.${type}`)}
            </Typography>
            {settings[index] ? (
              <FontRole
                source={`fonts.${index}`}
                settings={settings[index]}
                families={families}
                onRemove={() => change(getValues('fonts').filter((_, at) => at !== index))}
              />
            ) : (
              <Button
                disabled={!first}
                onClick={() => change([...(getValues('fonts') ?? []), createSettings(type, size, first?.name ?? '')])}
                aria-label={t('admin-site.fonts.add-role', { role: t(`admin-choices.type.${type}`) })}
              >
                {t('admin-site.fonts.add')}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

const roleBox = { border: '1px solid', borderColor: 'divider', borderRadius: 1, my: 2, p: 2, minWidth: 0 };

const createSettings = (type: FontSettings['type'], size: string, family: string): FontSettings => ({
  type,
  family,
  size,
  colour: '',
  weight: 400,
  style: 'normal',
});

interface FontRoleProps {
  /** Path of the settings in the form. */
  source: string;
  settings: FontSettings;
  families: readonly FontFamily[];
  onRemove: () => void;
}

function FontRole({ source, settings, families, onRemove }: FontRoleProps): ReactNode {
  const { t } = useAdminTexts();
  const family = families.find(({ name }) => name === settings.family);
  const { cssName } = useLoadedFontFamily(family?.files ?? []);
  const names = [...new Set([...families.map(({ name }) => name), settings.family])];
  const common = { helperText: false } as const;
  return (
    <>
      {!family && <Alert severity="warning">{t('admin-site.fonts.missing', { name: settings.family })}</Alert>}
      <Box sx={roleGrid}>
        <SelectInput
          {...common}
          source={`${source}.family`}
          label={t('admin-fields.family')}
          choices={names.map((id) => ({ id, name: id }))}
          translateChoice={false}
        />
        <NumberInput
          {...common}
          source={`${source}.weight`}
          label={t('admin-fields.weight')}
          min={100}
          max={900}
          step={100}
        />
        <SelectInput
          {...common}
          source={`${source}.style`}
          label={t('admin-fields.style')}
          choices={['normal', 'italic'].map((id) => ({ id, name: t(`admin-choices.style.${id}`) }))}
          translateChoice={false}
        />
        <TextInput {...common} source={`${source}.size`} label={t('admin-fields.size')} />
        <ColourInput source={`${source}.colour`} label={t('admin-fields.colour')} />
      </Box>
      {family && <FontSample fontFamily={cssName} weight={settings.weight} style={settings.style} />}
      <Button onClick={onRemove} aria-label={t('admin-site.fonts.remove-role', { name: settings.family })}>
        {t('admin-site.fonts.remove-from-role')}
      </Button>
    </>
  );
}

const roleGrid = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(12rem, 100%), 1fr))',
};

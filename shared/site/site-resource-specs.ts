import { defineResourceSpec } from '#shared/resource-spec.ts';
import { PageInput } from './page-input.ts';
import { PageTreeInput } from './page-tree-input.ts';
import { ParameterInput } from './parameter-input.ts';
import { PopupInput } from './popup-input.ts';
import { ExternalAppInput, LogoInput, SiteInfoInput, ThemeInput } from './site-input.ts';

export const siteInfoResourceSpec = defineResourceSpec({
  name: 'site-info',
  group: 'site',
  key: null,
  keys: 'fixed',
  input: SiteInfoInput,
  list: { fields: {}, orders: ['key'], columns: [] },
});

export const themeResourceSpec = defineResourceSpec({
  name: 'theme',
  group: 'site',
  key: null,
  keys: 'fixed',
  input: ThemeInput,
  list: { fields: {}, orders: ['key'], columns: [] },
});

const logoResourceSpec = defineResourceSpec({
  name: 'logo',
  group: 'site',
  key: 'id',
  keys: 'assigned',
  file: 'logos.json',
  formerFields: { file: 'image' },
  input: LogoInput,
  list: { fields: { type: 'text' }, orders: ['id', 'type'], columns: ['type', 'alt'] },
});

export const parameterResourceSpec = defineResourceSpec({
  name: 'parameter',
  group: 'site',
  key: 'type',
  keys: 'chosen',
  input: ParameterInput,
  list: { fields: { type: 'text' }, orders: ['type'], columns: ['type'] },
});

export const externalAppResourceSpec = defineResourceSpec({
  name: 'external-app',
  group: 'site',
  key: 'app',
  keys: 'chosen',
  input: ExternalAppInput,
  list: { fields: { app: 'text' }, orders: ['app'], columns: ['app'] },
});

export const pageResourceSpec = defineResourceSpec({
  name: 'page',
  group: 'pages',
  key: 'id',
  keys: 'assigned',
  input: PageInput,
  list: { fields: { title: 'text', type: 'text' }, orders: ['id', 'title', 'type'], columns: ['title', 'type'] },
});

export const pageTreeResourceSpec = defineResourceSpec({
  name: 'page-tree',
  group: 'pages',
  key: 'lang',
  keys: 'fixed',
  input: PageTreeInput,
  list: { fields: {}, orders: ['lang'], columns: ['lang'] },
});

export const popupResourceSpec = defineResourceSpec({
  name: 'popup',
  group: 'pages',
  key: 'id',
  keys: 'assigned',
  input: PopupInput,
  list: {
    fields: { title: 'text', kind: 'text' },
    orders: ['id', 'title', 'startsOn', 'endsOn'],
    columns: ['title', 'kind', 'startsOn', 'endsOn'],
  },
});

export const siteResourceSpecs = [
  siteInfoResourceSpec,
  themeResourceSpec,
  logoResourceSpec,
  parameterResourceSpec,
  externalAppResourceSpec,
  pageResourceSpec,
  pageTreeResourceSpec,
  popupResourceSpec,
];

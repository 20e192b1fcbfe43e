import Language from '@mui/icons-material/Language';
import Translate from '@mui/icons-material/Translate';
import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';

const SiteInfoEdit = lazy(() => import('./SiteInfoEdit.tsx'));
const ThemeEdit = lazy(() => import('./ThemeEdit.tsx'));

const ParameterList = lazy(() => import('./ParameterList.tsx'));
const ParameterEdit = lazy(() => import('./ParameterEdit.tsx'));
const ParameterCreate = lazy(() => import('./ParameterCreate.tsx'));

/** The screens of the settings and appearance of the site, in the order of the menu. */
export const siteScreens: readonly ResourceScreens[] = [
  { ...createScreensOfResource('site-info'), list: SiteInfoEdit },
  { ...createScreensOfResource('theme'), list: ThemeEdit },
  createScreensOfResource('logo'),
  {
    ...createScreensOfResource('parameter'),
    list: ParameterList,
    edit: ParameterEdit,
    create: ParameterCreate,
  },
  createScreensOfResource('external-app'),
];

export const siteCustomScreens: readonly CustomScreen[] = [
  {
    path: '/language',
    label: 'admin-site.languages.title',
    group: 'site',
    icon: Translate,
    screen: lazy(() => import('./hosting/LanguagesScreen.tsx')),
  },
  {
    path: '/domain',
    label: 'admin-site.domains.title',
    group: 'site',
    icon: Language,
    screen: lazy(() => import('./hosting/DomainsScreen.tsx')),
    isReserved: true,
  },
];

import CloudUpload from '@mui/icons-material/CloudUpload';
import Euro from '@mui/icons-material/Euro';
import Warehouse from '@mui/icons-material/Warehouse';
import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';
import { productOverviewAdapter, productOverviewName } from './product-overview-adapter.ts';

/** The screens of the catalogue, in the order of the menu. */
export const catalogueScreens: readonly ResourceScreens[] = [
  {
    ...createScreensOfResource('product'),
    list: lazy(() => import('./ProductList.tsx')),
    edit: lazy(() => import('./ProductEdit.tsx')),
    create: lazy(() => import('./ProductCreate.tsx')),
  },
  { name: productOverviewName, group: null, adapter: productOverviewAdapter },
  createScreensOfResource('tag'),
  createScreensOfResource('variation'),
  createScreensOfResource('meal-icon'),
  createScreensOfResource('award'),
  createScreensOfResource(
    'e-label',
    lazy(() => import('./labels/ELabelPreview.tsx')),
  ),
];

export const catalogueCustomScreens: readonly CustomScreen[] = [
  {
    path: '/stock',
    label: 'admin-catalogue.stock.title',
    group: 'catalogue',
    icon: Warehouse,
    screen: lazy(() => import('./stock/StockScreen.tsx')),
  },
  {
    path: '/prices',
    label: 'admin-catalogue.prices.title',
    group: 'catalogue',
    icon: Euro,
    screen: lazy(() => import('./prices/PriceListScreen.tsx')),
  },
  {
    path: '/product-import',
    label: 'admin-catalogue.import.title',
    group: 'catalogue',
    icon: CloudUpload,
    screen: lazy(() => import('./import/ProductImportScreen.tsx')),
  },
];

import AccountTree from '@mui/icons-material/AccountTree';
import Article from '@mui/icons-material/Article';
import Assignment from '@mui/icons-material/Assignment';
import AttachFile from '@mui/icons-material/AttachFile';
import Business from '@mui/icons-material/Business';
import Campaign from '@mui/icons-material/Campaign';
import Drafts from '@mui/icons-material/Drafts';
import EmojiEvents from '@mui/icons-material/EmojiEvents';
import Event from '@mui/icons-material/Event';
import Extension from '@mui/icons-material/Extension';
import Folder from '@mui/icons-material/Folder';
import ForwardToInbox from '@mui/icons-material/ForwardToInbox';
import Image from '@mui/icons-material/Image';
import Inventory2 from '@mui/icons-material/Inventory2';
import LocalShipping from '@mui/icons-material/LocalShipping';
import Palette from '@mui/icons-material/Palette';
import Payments from '@mui/icons-material/Payments';
import Percent from '@mui/icons-material/Percent';
import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import Place from '@mui/icons-material/Place';
import QrCode2 from '@mui/icons-material/QrCode2';
import Restaurant from '@mui/icons-material/Restaurant';
import Reviews from '@mui/icons-material/Reviews';
import RoomService from '@mui/icons-material/RoomService';
import Schedule from '@mui/icons-material/Schedule';
import Sell from '@mui/icons-material/Sell';
import Stars from '@mui/icons-material/Stars';
import Storefront from '@mui/icons-material/Storefront';
import Tune from '@mui/icons-material/Tune';
import Web from '@mui/icons-material/Web';
import WebAsset from '@mui/icons-material/WebAsset';
import WineBar from '@mui/icons-material/WineBar';
import { type ComponentType, createElement, lazy, type PropsWithChildren } from 'react';
import { canCreateItems } from '#shared/resource-spec.ts';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';

const ResourceList = lazy(() => import('./ResourceList.tsx'));
const ResourceEdit = lazy(() => import('./ResourceEdit.tsx'));
const ResourceCreate = lazy(() => import('./ResourceCreate.tsx'));

const resourceIcons: Readonly<Record<string, ComponentType>> = {
  product: WineBar,
  tag: Sell,
  variation: Inventory2,
  'meal-icon': Restaurant,
  award: EmojiEvents,
  'e-label': QrCode2,
  'discount-code': Percent,
  carrier: LocalShipping,
  'pickup-point': Place,
  address: Business,
  'collection-schedule': Schedule,
  'payment-method': Payments,
  page: Web,
  'page-tree': AccountTree,
  news: Campaign,
  blog: Article,
  'blog-folder': Folder,
  album: PhotoLibrary,
  element: Event,
  service: RoomService,
  form: Assignment,
  popup: WebAsset,
  'newsletter-list': ForwardToInbox,
  'newsletter-issue': Drafts,
  'demonstration-review': Reviews,
  image: Image,
  file: AttachFile,
  'site-info': Storefront,
  theme: Palette,
  logo: Stars,
  parameter: Tune,
  'external-app': Extension,
};

/**
 * Creates the screens of a resource from its spec. For a resource with a single item, `list` is the form of the item. A
 * resource that needs other screens replaces them in the result.
 * @param FormPart Follows the inputs of the forms, such as a preview.
 */
export function createScreensOfResource(name: string, FormPart?: ComponentType): ResourceScreens {
  const spec = findResourceSpecOrThrow(name);
  const icon = resourceIcons[name];
  const common = { name, group: spec.group, ...(icon && { icon }) };
  const inForm = (Form: ComponentType<PropsWithChildren>): ComponentType =>
    FormPart ? () => createElement(Form, null, createElement(FormPart)) : Form;
  const edit = inForm(ResourceEdit);
  if (spec.key === null) return { ...common, list: edit };
  return { ...common, list: ResourceList, edit, ...(canCreateItems(spec) && { create: inForm(ResourceCreate) }) };
}

import Group from '@mui/icons-material/Group';
import HowToReg from '@mui/icons-material/HowToReg';
import Inbox from '@mui/icons-material/Inbox';
import RateReview from '@mui/icons-material/RateReview';
import { lazy } from 'react';
import { standardContentResourceSpecs } from '#shared/content/content-resource-specs.ts';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';
import { registrationAdapter } from './registration-adapter.ts';
import { reviewAdapter } from './review-adapter.ts';
import { submissionAdapter } from './submission-adapter.ts';
import { subscriberAdapter } from './subscriber-adapter.ts';

const NewsletterIssueList = lazy(() => import('../newsletter/NewsletterIssueList.tsx'));
const NewsletterIssueEdit = lazy(() => import('../newsletter/NewsletterIssueEdit.tsx'));
const NewsletterIssueCreate = lazy(() => import('../newsletter/NewsletterIssueCreate.tsx'));
const ImageList = lazy(() => import('./ImageList.tsx'));
const ImageEdit = lazy(() => import('./ImageEdit.tsx'));
const FileList = lazy(() => import('./FileList.tsx'));
const FileEdit = lazy(() => import('./FileEdit.tsx'));

const SubmissionList = lazy(() => import('./SubmissionList.tsx'));
const SubmissionShow = lazy(() => import('./SubmissionShow.tsx'));
const ReviewList = lazy(() => import('./ReviewList.tsx'));
const RegistrationList = lazy(() => import('./RegistrationList.tsx'));
const SubscriberList = lazy(() => import('./SubscriberList.tsx'));

/** The screens of content other than pages, in the order of the menu. */
export const contentScreens: readonly ResourceScreens[] = [
  ...Object.values(standardContentResourceSpecs).map(({ name }) => createSpecScreens(name, 'content')),
  createSpecScreens('blog', 'content'),
  createSpecScreens('blog-folder', 'content'),
  createSpecScreens('album', 'content'),
  createSpecScreens('element', 'content'),
  {
    name: 'registration',
    group: 'content',
    icon: HowToReg,
    list: RegistrationList,
    adapter: registrationAdapter,
  },
  createSpecScreens('service', 'content'),
  createSpecScreens('form', 'content'),
  {
    name: 'form-submission',
    group: 'content',
    icon: Inbox,
    list: SubmissionList,
    show: SubmissionShow,
    adapter: submissionAdapter,
  },
  { name: 'review', group: 'content', icon: RateReview, list: ReviewList, adapter: reviewAdapter },
  createSpecScreens('popup', 'content'),
  createSpecScreens('newsletter-list', 'content'),
  {
    ...createSpecScreens('newsletter-issue', 'content'),
    list: NewsletterIssueList,
    edit: NewsletterIssueEdit,
    create: NewsletterIssueCreate,
  },
  { name: 'subscriber', group: 'content', icon: Group, list: SubscriberList, adapter: subscriberAdapter },
  createSpecScreens('demonstration-review', 'content'),
  { ...createSpecScreens('image', 'content'), list: ImageList, edit: ImageEdit },
  { ...createSpecScreens('file', 'content'), list: FileList, edit: FileEdit },
];

export const contentCustomScreens: readonly CustomScreen[] = [];

import Group from '@mui/icons-material/Group';
import HowToReg from '@mui/icons-material/HowToReg';
import Inbox from '@mui/icons-material/Inbox';
import RateReview from '@mui/icons-material/RateReview';
import { lazy } from 'react';
import { standardContentResourceSpecs } from '#shared/content/content-resource-specs.ts';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';
import { registrationAdapter } from './registration-adapter.ts';
import { reviewAdapter } from './review-adapter.ts';
import { submissionAdapter } from './submission-adapter.ts';
import { subscriberAdapter } from './subscriber-adapter.ts';

const NewsletterIssueList = lazy(() => import('../newsletter/NewsletterIssueList.tsx'));
const NewsletterIssueEdit = lazy(() => import('../newsletter/NewsletterIssueEdit.tsx'));
const NewsletterIssueCreate = lazy(() => import('../newsletter/NewsletterIssueCreate.tsx'));
const ImageList = lazy(() => import('./ImageList.tsx'));
const ImageEdit = lazy(() => import('./ImageEdit.tsx'));
const FontAndVideoList = lazy(() => import('./FontAndVideoList.tsx'));
const FileDetails = lazy(() => import('./FileDetails.tsx'));

const SubmissionList = lazy(() => import('./SubmissionList.tsx'));
const SubmissionShow = lazy(() => import('./SubmissionShow.tsx'));
const ReviewList = lazy(() => import('./ReviewList.tsx'));
const RegistrationList = lazy(() => import('./RegistrationList.tsx'));
const SubscriberList = lazy(() => import('./SubscriberList.tsx'));

/** The screens of the media library and popups, which belong to the pages. */
const mediaScreens: readonly ResourceScreens[] = [
  { ...createScreensOfResource('image', 'pages'), list: ImageList, edit: ImageEdit },
  { ...createScreensOfResource('file', 'pages'), list: FontAndVideoList, edit: FileDetails },
  createScreensOfResource('popup', 'pages'),
];

/** The screens of what the estate publishes and of the registrations for it. */
const newsScreens: readonly ResourceScreens[] = [
  ...Object.values(standardContentResourceSpecs).map(({ name }) => createScreensOfResource(name, 'news')),
  createScreensOfResource('blog', 'news'),
  createScreensOfResource('blog-folder', 'news'),
  createScreensOfResource('album', 'news'),
  createScreensOfResource('element', 'news'),
  { name: 'registration', group: 'news', icon: HowToReg, list: RegistrationList, adapter: registrationAdapter },
  createScreensOfResource('service', 'news'),
];

/** The screens for forms, submissions, reviews and newsletters. */
const messagesScreens: readonly ResourceScreens[] = [
  {
    name: 'form-submission',
    group: 'messages',
    icon: Inbox,
    list: SubmissionList,
    show: SubmissionShow,
    adapter: submissionAdapter,
  },
  createScreensOfResource('form', 'messages'),
  { name: 'review', group: 'messages', icon: RateReview, list: ReviewList, adapter: reviewAdapter },
  {
    ...createScreensOfResource('newsletter-issue', 'messages'),
    list: NewsletterIssueList,
    edit: NewsletterIssueEdit,
    create: NewsletterIssueCreate,
  },
  createScreensOfResource('newsletter-list', 'messages'),
  { name: 'subscriber', group: 'messages', icon: Group, list: SubscriberList, adapter: subscriberAdapter },
  createScreensOfResource('demonstration-review', 'messages'),
];

/** The screens of content other than pages, in the order of the menu. */
export const contentScreens: readonly ResourceScreens[] = [...mediaScreens, ...newsScreens, ...messagesScreens];

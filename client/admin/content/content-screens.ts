import Group from '@mui/icons-material/Group';
import HowToReg from '@mui/icons-material/HowToReg';
import Inbox from '@mui/icons-material/Inbox';
import RateReview from '@mui/icons-material/RateReview';
import { lazy } from 'react';
import type { DataProvider, RaRecord } from 'react-admin';
import { standardContentResourceSpecs } from '#shared/content/content-input.ts';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';

const NewsletterIssueList = lazy(() => import('../newsletter/NewsletterIssueList.tsx'));
const NewsletterIssueEdit = lazy(() => import('../newsletter/NewsletterIssueEdit.tsx'));
const NewsletterIssueCreate = lazy(() => import('../newsletter/NewsletterIssueCreate.tsx'));
const ImageList = lazy(() => import('./ImageList.tsx'));
const ImageEdit = lazy(() => import('./ImageEdit.tsx'));
const FileList = lazy(() => import('./FileList.tsx'));
const FileDetails = lazy(() => import('./FileDetails.tsx'));

const SubmissionList = lazy(() => import('./SubmissionList.tsx'));
const SubmissionShow = lazy(() => import('./SubmissionShow.tsx'));
const ReviewList = lazy(() => import('./ReviewList.tsx'));
const RegistrationList = lazy(() => import('./RegistrationList.tsx'));
const SubscriberList = lazy(() => import('./SubscriberList.tsx'));

/** The screens of the media library and popups, which belong to the pages. */
const mediaScreens: readonly ResourceScreens[] = [
  { ...createScreensOfResource('image'), list: ImageList, edit: ImageEdit },
  { ...createScreensOfResource('file'), list: FileList, edit: FileDetails },
  createScreensOfResource('popup'),
];

const registrationAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { registrations, total } = await callAdminApi('GET /admin/element/registration', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: registrations, total };
  }) as DataProvider['getList'],
};

const newsScreens: readonly ResourceScreens[] = [
  ...Object.values(standardContentResourceSpecs).map(({ name }) => createScreensOfResource(name)),
  createScreensOfResource('blog'),
  createScreensOfResource('blog-folder'),
  createScreensOfResource('album'),
  createScreensOfResource('element'),
  { name: 'registration', group: 'news', icon: HowToReg, list: RegistrationList, adapter: registrationAdapter },
  createScreensOfResource('service'),
];

/** The calls for the reviews of customers. A save publishes or rejects a review. */
const reviewAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { reviews, total } = await callAdminApi('GET /admin/review', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: reviews, total };
  }) as DataProvider['getList'],
  update: (async (_resource, { id, data }) => {
    const { revision, state, rejectionGround, rejectionReason, reply } = data as RaRecord;
    const body = { revision, state, rejectionGround, rejectionReason, reply };
    const { review } = await callAdminApi('PUT /admin/review/{id}', { params: { id }, body });
    return { data: review };
  }) as DataProvider['update'],
};

/** The calls for form submissions. An update only marks a submission as handled or as not handled. */
const submissionAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { submissions, total } = await callAdminApi('GET /admin/forms/submission', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: submissions, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => {
    const { submission } = await callAdminApi('GET /admin/forms/submission/{id}', { params: { id } });
    return { data: submission };
  }) as DataProvider['getOne'],
  update: (async (_resource, { id, data }) => {
    const { revision, isHandled } = data as RaRecord;
    const body = { revision, isHandled: isHandled === true };
    const { submission } = await callAdminApi('PUT /admin/forms/submission/{id}', { params: { id }, body });
    return { data: submission };
  }) as DataProvider['update'],
  delete: (async (_resource, { id, previousData }) => {
    await callAdminApi('DELETE /admin/forms/submission/{id}', { params: { id } });
    return { data: previousData };
  }) as DataProvider['delete'],
};

/** The calls for the subscribers of newsletters. A subscriber of two newsletters is listed twice. */
const subscriberAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { subscribers, total } = await callAdminApi('GET /admin/newsletter/subscriber', {
      query: toListQuery(params, []),
      signal,
    });
    const data = subscribers.map((subscriber) => ({ ...subscriber, id: `${subscriber.idList}/${subscriber.email}` }));
    return { data, total };
  }) as DataProvider['getList'],
};

const messagesScreens: readonly ResourceScreens[] = [
  {
    name: 'form-submission',
    group: 'messages',
    icon: Inbox,
    list: SubmissionList,
    show: SubmissionShow,
    adapter: submissionAdapter,
  },
  createScreensOfResource('form'),
  { name: 'review', group: 'messages', icon: RateReview, list: ReviewList, adapter: reviewAdapter },
  {
    ...createScreensOfResource('newsletter-issue'),
    list: NewsletterIssueList,
    edit: NewsletterIssueEdit,
    create: NewsletterIssueCreate,
  },
  createScreensOfResource('newsletter-list'),
  { name: 'subscriber', group: 'messages', icon: Group, list: SubscriberList, adapter: subscriberAdapter },
  createScreensOfResource('demonstration-review'),
];

/** The screens of content other than pages, in the order of the menu. */
export const contentScreens: readonly ResourceScreens[] = [...mediaScreens, ...newsScreens, ...messagesScreens];

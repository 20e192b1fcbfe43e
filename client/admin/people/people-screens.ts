import Cookie from '@mui/icons-material/Cookie';
import History from '@mui/icons-material/History';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import People from '@mui/icons-material/People';
import RocketLaunch from '@mui/icons-material/RocketLaunch';
import Security from '@mui/icons-material/Security';
import { lazy } from 'react';
import type { DataProvider } from 'react-admin';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type DayFilterMeta, type ResourceAdapter, toDayFilters, toListQuery } from '../core/resource-adapter.ts';
import { cookieChoiceAdapter } from './cookie-choice-adapter.ts';

const auditLogAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, filter, meta, ...params }) => {
    const { from, until, email, ...others } = filter;
    const { timeZone } = meta as DayFilterMeta;
    const filters = {
      ...others,
      ...(email && { 'lk:email': email }),
      ...toDayFilters('at', { from, until }, timeZone),
    };
    const { entries, total } = await callAdminApi('GET /admin/audit', {
      query: toListQuery({ ...params, filter: filters }, ['at']),
      signal,
    });
    return { data: entries, total };
  }) as DataProvider['getList'],
};

const customerAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { customers, total } = await callAdminApi('GET /admin/customer', {
      query: toListQuery(params, ['lastActiveAt', 'registeredAt', 'lastname', 'email']),
      signal,
    });
    return { data: customers, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => ({
    data: { ...(await callAdminApi('GET /admin/customer/{id}', { params: { id } })), id },
  })) as DataProvider['getOne'],
};

/** The screens of customers, choices about cookies and the audit log, in the order of the menu. */
export const peopleScreens: readonly ResourceScreens[] = [
  {
    name: 'customer',
    group: 'people',
    icon: People,
    list: lazy(() => import('./CustomerList.tsx')),
    show: lazy(() => import('./CustomerShow.tsx')),
    adapter: customerAdapter,
  },
  {
    name: 'consent',
    group: 'people',
    icon: Cookie,
    list: lazy(() => import('./AllCookieChoicesList.tsx')),
    adapter: cookieChoiceAdapter,
  },
  {
    name: 'audit',
    group: 'people',
    icon: History,
    list: lazy(() => import('./AuditList.tsx')),
    adapter: auditLogAdapter,
  },
];

export const peopleCustomScreens: readonly CustomScreen[] = [
  {
    path: '/go-live',
    label: 'admin-people.goLive.title',
    group: 'site',
    icon: RocketLaunch,
    screen: lazy(() => import('./GoLiveBoard.tsx')),
  },
  {
    path: '/staff',
    label: 'admin-people.staff.title',
    group: 'people',
    icon: ManageAccounts,
    screen: lazy(() => import('./StaffScreen.tsx')),
    isReserved: true,
  },
  {
    path: '/security',
    label: 'admin-people.security.title',
    group: 'people',
    icon: Security,
    screen: lazy(() => import('./SecurityScreen.tsx')),
  },
];

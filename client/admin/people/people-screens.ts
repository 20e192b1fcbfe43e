import Cookie from '@mui/icons-material/Cookie';
import History from '@mui/icons-material/History';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import People from '@mui/icons-material/People';
import RocketLaunch from '@mui/icons-material/RocketLaunch';
import Security from '@mui/icons-material/Security';
import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { auditLogAdapter } from './audit-log-adapter.ts';
import { cookieChoiceAdapter } from './cookie-choice-adapter.ts';
import { customerAdapter } from './customer-adapter.ts';

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

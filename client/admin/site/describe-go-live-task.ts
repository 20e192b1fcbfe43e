import type { StaffRole } from '#shared/accounts/roles.ts';
import type { goLiveTasksContract } from '#shared/admin/go-live-tasks-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { getLanguageRecord } from '#shared/languages.ts';
import type { GoLiveTask } from '#shared/site/go-live.ts';
import type { useAdminTexts } from '../core/admin-context.tsx';
import { buildParameterPath } from './build-parameter-path.ts';

type Task = DataOf<(typeof goLiveTasksContract)['GET /admin/go-live']>['tasks'][number];

/** Describes an open task of the go-live board, with the languages that it concerns if not all of them. */
export function describeGoLiveTask(
  { code, languages }: Pick<Task, 'code' | 'languages'>,
  t: ReturnType<typeof useAdminTexts>['t'],
): string {
  const text = t(`admin-people.task.${code}.text`);
  if (!languages) return text;
  const labels = languages.map((lang) => getLanguageRecord(lang).label).join(', ');
  return `${text} ${t('admin-people.goLive.languages', { languages: labels })}`;
}

/** Returns the URL path of the screen on which a user can do a task; null if the user can open no such screen. */
export function findGoLiveTaskPath(
  { screen, parameter, isReserved }: Pick<GoLiveTask, 'screen' | 'parameter' | 'isReserved'>,
  role: StaffRole,
): string | null {
  if (screen === null || (isReserved && role !== 'SUPER_ADMIN')) return null;
  return parameter ? buildParameterPath(parameter.key, parameter.isSet) : `/${screen}`;
}

/** Checks whether the state of a task is unknown, because the DNS did not respond. */
export const isTaskStateUnknown = ({ mailDomain }: Pick<GoLiveTask, 'mailDomain'>): boolean =>
  mailDomain?.missing === null;

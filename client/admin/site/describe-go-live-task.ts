import type { goLiveTasksContract } from '#shared/admin/go-live-tasks-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { getLanguageRecord } from '#shared/languages.ts';
import type { useAdminTexts } from '../core/admin-context.tsx';

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

import type { StaffRole } from '#shared/accounts/roles.ts';
import type { GoLiveTask } from '#shared/site/go-live.ts';
import { buildParameterPath } from './build-parameter-path.ts';

/** Returns the URL path of the screen on which a user can do a task; null if the user can open no such screen. */
export function findGoLiveTaskPath(
  { screen, parameter, isReserved }: Pick<GoLiveTask, 'screen' | 'parameter' | 'isReserved'>,
  role: StaffRole,
): string | null {
  if (screen === null || (isReserved && role !== 'SUPER_ADMIN')) return null;
  return parameter ? buildParameterPath(parameter.key, parameter.isSet) : `/${screen}`;
}

import type { GoLiveTask } from '#shared/site/go-live.ts';

/** Checks whether the state of a task is unknown, because the DNS did not respond. */
export const isGoLiveTaskStateUnknown = ({ mailDomain }: Pick<GoLiveTask, 'mailDomain'>): boolean =>
  mailDomain?.missing === null;

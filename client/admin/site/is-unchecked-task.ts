import type { GoLiveTask } from '#shared/site/go-live.ts';

/** True for a task of which it is not known if it is done, because the DNS did not answer. */
export const isUncheckedTask = ({ mailDomain }: Pick<GoLiveTask, 'mailDomain'>): boolean =>
  mailDomain?.missing === null;

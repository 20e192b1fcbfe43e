import { createChannel } from '../channel.ts';

export type ConsentCategory = 'analytics' | 'advertising';

/** The categories that the visitor allows. Nothing is published before the visitor has chosen. */
export const consentChannel = createChannel<readonly ConsentCategory[]>();

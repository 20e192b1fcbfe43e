import { createChannel } from '../channel.ts';

export type ConsentCategory = 'analytics' | 'advertising';

/** Publishes the categories of cookies that the visitor allows. Nothing is published before the visitor has chosen. */
export const consentChannel = createChannel<readonly ConsentCategory[]>();

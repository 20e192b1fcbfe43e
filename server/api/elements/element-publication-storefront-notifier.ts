import { createPublicationNotifier } from '#server/api/changes/publication-notifier.ts';
import { elements } from './elements-tables.ts';

/** Notifies the storefronts when an element reaches its publication date. */
export const elementPublicationStorefrontNotifier = createPublicationNotifier('announce-elements', [elements]);

import { createPublicationSchedule } from '#server/api/changes/publication-schedule.ts';
import { elements } from './elements-tables.ts';

/** Notifies the storefronts when the publication date of an element comes. */
export const elementPublications = createPublicationSchedule('announce-elements', [elements]);

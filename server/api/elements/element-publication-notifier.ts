import { createPublicationSchedule } from '#server/api/changes/publication-schedule.ts';
import { elements } from './elements-tables.ts';

/** The schedule that notifies the storefronts when an element reaches its publication date. */
export const elementPublicationSchedule = createPublicationSchedule('announce-elements', [elements]);

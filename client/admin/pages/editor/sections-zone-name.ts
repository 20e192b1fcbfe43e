/** Puck's name for the list of components at the top level of a page. */
export const sectionsZoneName = 'root:default-zone';

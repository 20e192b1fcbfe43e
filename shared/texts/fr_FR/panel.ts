/** The texts of the admin panel by the path of their file, as one chunk of the panel's code. */
export const dictionary = import.meta.glob('./admin*.json', { import: 'default', eager: true });

/** Limits of the calls with which staff edit pages. Sizes are in bytes. */
export const pageEditLimits = {
  versions: 50,
  versionAgeDays: 365,
  /** Time in minutes for which the URL of a preview works. */
  previewMinutes: 60,
  /** Maximum number of previews of each member of staff. A further preview replaces the oldest. */
  previewsPerUser: 30,
  /** Maximum number of days ahead for which a publication can be scheduled. */
  scheduleDays: 366,
  htmlBytes: 256 * 1024,
  previewPictures: 10,
  previewPictureBytes: 10 * 2 ** 20,
  previewUploadBytes: 12 * 2 ** 20,
  /** Maximum size of the HTML of a preview with its pictures, each counted as often as the HTML refers to it. */
  previewBytes: 20 * 2 ** 20,
} as const;

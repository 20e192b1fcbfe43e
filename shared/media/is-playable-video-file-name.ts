/** Checks whether browsers play the format of a video. Videos in other formats are offered for download. */
export const isPlayableVideoFileName = (name: string): boolean => /\.(mp4|m4v|mov)$/i.test(name);

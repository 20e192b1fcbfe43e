/** Matches an email address in a text, but not inside a longer address such as `jean.ada@mail.example.org`. */
const createEmailPattern = (email: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_.+-])${email.replace(/[.*+?^$()|[\]{}\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );

/** Checks whether a text contains `email`, in upper or lower case. */
export const containsEmail = (text: string, email: string): boolean => createEmailPattern(email).test(text);

/** Replaces `email` in a text by `[…]`, in upper or lower case. */
export const redactEmail = (text: string, email: string): string => text.replace(createEmailPattern(email), '[…]');

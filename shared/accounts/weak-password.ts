import { foldText } from '../fold-text.ts';

/** Common passwords of at least the minimum length, folded to lower-case letters and digits. */
const common = new Set(
  `password1234 password12345 password123456 passwordpassword 123456789012 1234567890123 12345678901234 123123123123
   qwertyuiop123 qwertyuiop12 qwerty123456 qwertyuiopasdf azertyuiop123 azertyuiop12 azerty123456 azertyuiopqsdf
   1qaz2wsx3edc 1q2w3e4r5t6y 1a2z3e4r5t6y iloveyou1234 iloveyou12345 welcome12345 welcome123456 letmein12345
   motdepasse12 motdepasse123 motdepasse1234 motdepassemotdepasse monmotdepasse bonjour12345 bonjour123456
   jetaime12345 jetaimejetaime doudoudoudou loulouloulou administrator administrateur administrator1 admin1234567
   changeme1234 changemeplease trustno1trustno1 superman1234 football1234 baseball1234 princess1234 sunshine1234
   marseille1234 parisparis75 correcthorsebatterystaple abcdefghijkl abcdefghijklm abcd12345678 abc123456789
   a1b2c3d4e5f6 aqwzsxedcrfv nicolenicole chocolat1234 vivelefrance soleilsoleil qwertyqwerty azertyazerty
   passw0rd1234 p4ssw0rd1234 secretsecret secret123456 master123456 dragon123456 monkey123456 shadow123456`.split(
    /\s+/,
  ),
);

const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Words that many passwords consist of. A password of only such words and digits is weak; a sentence is not. */
const commonWords = `password passwort passwd passe motdepasse azertyuiop azerty qwertyuiop qwerty qwertz asdfgh welcome
  bienvenue bonjour coucou hello soleil sunshine iloveyou jetaime letmein administrator administrateur admin secret master
  dragon monkey football baseball princess princesse superman batman shadow doudou loulou chouchou chocolat marseille paris
  france changeme trustno abcdef abcd abc test login user cuvee janvier fevrier mars avril mai juin juillet aout septembre
  octobre novembre decembre january february march april may june july august september october november december
  printemps ete automne hiver spring summer autumn winter`.split(/\s+/);

/** Longer words come first, because a regular expression takes the first alternative that matches. */
const commonWordPattern = new RegExp(commonWords.toSorted((a, b) => b.length - a.length).join('|'), 'g');

/** Maximum number of letters, such as an initial, beside the common words of a weak password. */
const maxLettersBesideWords = 2;

/** Digits and signs that are commonly typed instead of letters in passwords, such as `0` for `o`. */
const substitutes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Minimum length of the names that are searched in passwords. Shorter names occur in too many words by chance. */
const minNameLength = 4;

/** Checks whether the text repeats a sequence of fewer than `minPeriod` characters, such as `abcabcabcabc`. */
const isRepetition = (text: string, minPeriod: number): boolean => `${text}${text}`.indexOf(text, 1) < minPeriod;

function consistsOfCommonWords(password: string): boolean {
  const core = foldText(password)
    .replace(/^[^\p{L}@$]+/u, '')
    .replace(/(?<!\P{L})\P{L}+$/u, '');
  const spellings = [core, core.replace(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign)];
  return spellings.some((spelling) => {
    const letters = spelling.replace(/[^\p{L}]/gu, '');
    const rest = letters.replace(commonWordPattern, '');
    return rest.length < letters.length && rest.length <= maxLettersBesideWords;
  });
}

/** The reason why a password is easy to guess although it is long enough. */
type PasswordWeakness = 'common' | 'digits' | 'repetition' | 'email' | 'estate';

/**
 * Returns the reason why a password is easy to guess: it is common, consists of common words and digits, of digits
 * alone or of a few repeated characters, or contains the local part of the owner's email address or the name of the
 * estate.
 */
export function findPasswordWeakness(
  password: string,
  { email, estate }: { email: string; estate: string },
): PasswordWeakness | null {
  const text = plain(password);
  const contains = (name: string) => name.length >= minNameLength && text.includes(name);
  if (contains(plain(email.split('@', 1)[0] ?? ''))) return 'email';
  if (contains(plain(estate))) return 'estate';
  if (new Set(password).size < 5 || isRepetition(password, 7)) return 'repetition';
  if (/^\d+$/.test(text)) return 'digits';
  return common.has(text) || consistsOfCommonWords(password) ? 'common' : null;
}

import { foldText } from '../fold-text.ts';

/** Common passwords that are long enough, folded to lower-case letters and digits. */
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

/** Shorter names occur in too many words to be significant. */
const minNameLength = 4;

/** True if the text repeats a sequence shorter than `minPeriod`, such as `abcabcabcabc`. */
const isRepetition = (text: string, minPeriod: number): boolean => `${text}${text}`.indexOf(text, 1) < minPeriod;

/**
 * True if a password is easy to guess despite its length: it is common, repeats a few characters, or contains the
 * local part of the owner's address or the name of the estate.
 */
export function isWeakPassword(password: string, { email, estate }: { email: string; estate: string }): boolean {
  const text = plain(password);
  if (common.has(text) || new Set(password).size < 5 || isRepetition(password, 7)) return true;
  const names = [plain(email.split('@', 1)[0] ?? ''), plain(estate)];
  return names.some((name) => name.length >= minNameLength && text.includes(name));
}

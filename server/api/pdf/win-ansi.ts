/** What the fonts that every reader of PDF has can show (Windows code page 1252), beyond Latin-1. */
const more = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** What stands for signs that they cannot. */
const insteadOf: Record<string, string> = {
  '\u202f': '\u00a0',
  '\u2007': '\u00a0',
  '\u2011': '-',
  '\u2010': '-',
  '\u2212': '-',
  '\u2192': '->',
  '\u2190': '<-',
  '\u2264': '<=',
  '\u2265': '>=',
  '\u2260': '<>',
  '\u2248': '~',
  '\u2032': "'",
  '\u2033': '"',
  '\u25aa': '•',
  '\u25cf': '•',
  '\u25e6': '•',
  '\u2713': 'x',
  '\u2610': '[ ]',
  '\u2611': '[x]',
  '\u2116': 'N°',
};

const isShown = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0;
  return sign === '\n' || (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || more.includes(sign);
};

/** The text in signs that the standard fonts have: kin where there is one, letters without their marks, else `?`. */
export function winAnsi(text: string): string {
  let written = '';
  for (const sign of text.normalize('NFC')) {
    if (isShown(sign)) written += sign;
    else if (insteadOf[sign] !== undefined) written += insteadOf[sign];
    else if (/\p{Zs}/u.test(sign)) written += ' ';
    else if (/\p{Cc}|\p{Cf}|\p{M}|\ufe0f/u.test(sign)) written += '';
    else written += plainLetter(sign);
  }
  return written;
}

function plainLetter(sign: string): string {
  const plain = sign.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain !== '' && [...plain].every(isShown) ? plain : '?';
}

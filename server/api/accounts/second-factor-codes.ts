import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactor } from './accounts-tables.ts';
import { hashToken } from './sessions.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** Codes of the neighbouring time steps are accepted as well, because the clocks of phones may be inaccurate. */
const acceptedStepsAround = 1;
const recoveryCodeCount = 10;

/** Creates a second factor without recovery codes. It takes effect once its first code has been entered. */
export const createUnconfirmedSecondFactor = (): SecondFactor => ({
  secret: new Secret({ size: secretBytes }).base32,
  isEnabled: false,
  lastStep: 0,
  recoveryHashes: [],
});

export const createSecondFactorUri = ({ secret }: SecondFactor, issuer: string, email: string): string =>
  createTotp(secret, { issuer, label: email }).toString();

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: periodSeconds });

/**
 * Checks a one-time code of the authenticator app, or an unused recovery code.
 * @returns The second factor that must be stored, so that the code is not accepted again; null for a wrong code or one
 * that was accepted before.
 */
export function applySecondFactorCode(factor: SecondFactor, code: string, now: Date): SecondFactor | null {
  const delta = createTotp(factor.secret).validate({
    token: code.replace(/\s/g, ''),
    window: acceptedStepsAround,
    timestamp: now.getTime(),
  });
  if (delta !== null) {
    const step = Math.floor(now.getTime() / (periodSeconds * 1_000)) + delta;
    return step > factor.lastStep ? { ...factor, lastStep: step } : null;
  }
  const recoveryHash = hashRecoveryCode(code);
  if (!factor.recoveryHashes.includes(recoveryHash)) return null;
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((hash) => hash !== recoveryHash) };
}

const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Generates recovery codes of 80 random bits each, such as `3f9a2-…`. Only their hashes are stored. */
export function generateRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

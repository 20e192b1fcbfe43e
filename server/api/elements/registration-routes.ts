import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import { getCaller, getFirstOfRepeatedHeader, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { elementsContract } from '#shared/elements/elements-contract.ts';
import { idempotencyKeyPattern } from '#shared/endpoint.ts';
import { refuse } from '#shared/outcome.ts';
import { cancelByToken } from './cancel-registration.ts';
import { type EstateRegistrationNoticeKind, registerForSlot } from './register-for-slot.ts';

/**
 * Maximum number of registrations that this process handles at a time. Registrations for a slot wait for each other's
 * lock, and without a limit they would occupy the database connections that all other calls need.
 */
const maxConcurrentRegistrations = 4;
const maxWaitingCalls = 500;

type RegistrationDependencies = ContractRouteDependencies & { limits: RateLimiter; checkProofOfWork: CheckProofOfWork };

export function registrationRoutes(app: FastifyInstance, dependencies: RegistrationDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);
  const { db, limits, checkProofOfWork } = dependencies;
  const limitCalls = createConcurrencyLimiter({ concurrency: maxConcurrentRegistrations, maxQueue: maxWaitingCalls });

  const { refuseTooMany, chooseNotice } = createRegistrationLimits(limits);

  route(
    'POST /element/{route}/{id}/register',
    async ({ params, body, site, lang, request, pickLanguage, translate }) => {
      const key = getFirstOfRepeatedHeader(request.headers['idempotency-key']) ?? null;
      if (key !== null && !idempotencyKeyPattern.test(key)) return refuse('key_malformed');
      const { ipAddress } = getCaller(request);
      const refusal =
        (await refuseTooMany(site.id, [
          ['registration-client', ipAddress],
          ['registration-network', ipAddress],
        ])) ??
        (await checkProofOfWork({ siteId: site.id, ipAddress }, body.altcha)) ??
        (await refuseTooMany(site.id, [
          ['registration-recipient', body.email],
          ['registration-site', 'all'],
        ]));
      if (refusal) return refusal;
      const origin = getLinkOrigin(request);
      const estateNoticeKind = await chooseNotice(site.id);
      // The proof of work is left out, because a repeated registration has a new proof and must still count once.
      const { altcha: _, ...details } = body;
      const call = {
        ...params,
        body: details,
        lang,
        key,
        origin,
        now: new Date(),
        pickLanguage,
        translate,
        estateNoticeKind,
      };
      const outcome = await limitCalls(() =>
        withSiteTransactionOrRollback(db, site.id, (tx) => registerForSlot(tx, call)),
      );
      // A refused registration sends no mail, so it does not count towards the recipient's limit.
      if (!outcome.ok) await limits.refund(site.id, 'registration-recipient', body.email);
      return outcome;
    },
  );

  route('PUT /element/registration/cancel', async ({ body, site, request, withSiteTransaction }) => {
    const tooMany = await refuseTooMany(site.id, cancellationLimits(request));
    return tooMany ?? withSiteTransaction((tx) => cancelByToken(tx, body.token, new Date()));
  });
}

function createRegistrationLimits(limits: RateLimiter) {
  return {
    /** Counts an attempt for each subject; returns a refusal at the first limit that is reached, otherwise null. */
    async refuseTooMany(siteId: number, counted: readonly (readonly [RateLimitName, string])[]) {
      for (const [limit, subject] of counted)
        if (!(await limits.consume(siteId, limit, subject)))
          return refuse('too_many', {
            values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) },
          });
      return null;
    },
    /**
     * Chooses the mail to the estate: the registration, or above the limit at most one mail an hour saying that
     * registrations are stored without a mail.
     */
    async chooseNotice(siteId: number): Promise<EstateRegistrationNoticeKind> {
      if (await limits.consume(siteId, 'registration-notice-site', 'all')) return 'registration';
      return (await limits.consume(siteId, 'registration-overflow-site', 'all')) ? 'overflow' : 'none';
    },
  };
}

function cancellationLimits(request: FastifyRequest): [RateLimitName, string][] {
  const { ipAddress } = getCaller(request);
  return [
    ['link-client', ipAddress],
    ['link-network', ipAddress],
  ];
}

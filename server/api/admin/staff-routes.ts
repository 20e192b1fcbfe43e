import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readOpenStaffInvitations } from '#server/api/accounts/accounts.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SessionUser } from '#server/api/contract/session-user.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { staffContract } from '#shared/admin/staff-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { refuse } from '#shared/outcome.ts';
import { readStaffWithRevisions } from './read-staff-with-revisions.ts';
import { changeStaffRole, resetSecondFactor, type StaffManagementContext } from './staff.ts';
import { acceptInvitation, inviteStaff, readInvitationForLinkPage, withdrawInvitation } from './staff-invitations.ts';

interface StaffDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
}

interface EditCall {
  site: SiteRecord;
  lang: Lang;
  user: SessionUser;
  request: FastifyRequest;
}

const toStaffManagementContext = ({ site, lang, user, request }: EditCall): StaffManagementContext => ({
  userId: user.id,
  sender: { site, lang, origin: getLinkOrigin(request) },
});

/** Registers the calls with which a SUPER_ADMIN manages the staff, and those with which users accept invitations. */
export function staffRoutes(app: FastifyInstance, { limits, ...dependencies }: StaffDependencies): void {
  const route = createContractRouter(app, 'admin', staffContract, dependencies);
  const countAttempt = async (limit: RateLimitName, siteId: number, subject: string) =>
    (await limits.consume(siteId, limit, subject))
      ? null
      : refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) } });

  route('GET /admin/staff', ({ withSiteTransaction }) =>
    withSiteTransaction(async (tx) => ({
      staff: await readStaffWithRevisions(tx),
      invitations: (await readOpenStaffInvitations(tx)).map(({ expiresAt, ...invitation }) => ({
        ...invitation,
        expiresAt: expiresAt.toISOString(),
      })),
    })),
  );
  route('POST /admin/staff/invitation', async (call) => {
    const tooMany =
      (await countAttempt('staff-invitation-site', call.site.id, 'all')) ??
      (await countAttempt('mail-recipient', call.site.id, call.body.email));
    return (
      tooMany ?? call.runIdempotentChange({ run: (tx) => inviteStaff(tx, toStaffManagementContext(call), call.body) })
    );
  });
  route('DELETE /admin/staff/invitation/{key}', (call) =>
    call.withSiteTransaction((tx) => withdrawInvitation(tx, toStaffManagementContext(call), call.params.key)),
  );
  route('PUT /admin/staff/{id}', (call) =>
    call.withSiteTransaction((tx) =>
      changeStaffRole(tx, toStaffManagementContext(call), { id: call.params.id, ...call.body }),
    ),
  );
  route('DELETE /admin/staff/{id}', (call) =>
    call.withSiteTransaction((tx) =>
      changeStaffRole(tx, toStaffManagementContext(call), { id: call.params.id, ...call.query, role: 'MEMBER' }),
    ),
  );
  route('DELETE /admin/staff/{id}/second-factor', (call) =>
    call.withSiteTransaction((tx) => resetSecondFactor(tx, toStaffManagementContext(call), call.params.id)),
  );

  const countLinkAttempt = async ({ site, request }: Pick<EditCall, 'site' | 'request'>) => {
    const { ipAddress } = getCaller(request);
    return (await countAttempt('link-client', site.id, ipAddress)) ?? countAttempt('link-network', site.id, ipAddress);
  };
  route('POST /staff/invitation/check', async (call) => {
    const tooMany = await countLinkAttempt(call);
    return tooMany ?? call.withSiteTransaction((tx) => readInvitationForLinkPage(tx, call));
  });
  route(
    'POST /staff/invitation/accept',
    async (call) => (await countLinkAttempt(call)) ?? acceptInvitation(dependencies.db, call),
  );
}

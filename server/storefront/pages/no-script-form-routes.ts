import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import { type ForwardToApiDependencies, getVisitorOrigin } from '#server/storefront/gateway/forward-to-api.ts';
import { bufferRequestBody } from '#server/storefront/gateway/request-body.ts';
import { findWriteRefusalStatus } from '#server/storefront/gateway/write-check.ts';
import { sendPlainPage } from '#server/storefront/responses/plain-page.ts';
import { getSiteHost, readRequestHost } from '#server/storefront/sites/match-hosts.ts';
import { MailLinkToken } from '#shared/accounts/account-fields.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { maxTextLengths } from '#shared/limits.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { withdrawActionValue } from '#shared/reviews/review-rules.ts';
import { ReviewInvitation } from '#shared/reviews/review-schemas.ts';
import type { PageResponder } from './page-route.ts';
import { parseMultipartTextAnswers } from './parse-multipart-text-answers.ts';
import { describeFormReadErrorOrRethrow, sendFormToApi } from './send-form-to-api.ts';

interface NoScriptFormsDependencies extends ForwardToApiDependencies, PageResponder {
  isTrusted: IsFromTrustedProxy | null;
}

const limits = { concurrency: 8, maxQueue: 64 };

/** Maximum size in bytes of a form, more than the longest valid review in UTF-8 with its boundaries. */
export const maxNoScriptFormBytes = 32 * 1024;

/** The data that pages show of the API's response: the state of a registration, the time of a withdrawal. */
const ShownData = z.object({ state: z.string(), receivedAt: z.string() }).partial();

type Answers = FormSubmissionResult['answers'];

interface NoScriptFormCall {
  /** HTTP method of the call; POST by default. */
  method?: 'PUT';
  path: string;
  body: object;
}

/** The next step of a form in several steps. Its page shows the answers again, and the API is not called yet. */
interface NoScriptFormStep {
  nextStep: string;
}

interface NoScriptFormAdapter {
  /**
   * Creates the call of the API, or names the next step of the form.
   * @returns Null if the answers do not identify the subject of the form.
   */
  toCall(answers: Answers): NoScriptFormCall | NoScriptFormStep | null;
  /** The token of the review invitation whose subjects the page shows again. */
  invitationToken?: string;
}

const firstAnswer = (answers: Answers, name: string): string => answers[name]?.[0] ?? '';

/** Parses a number. An empty or malformed one becomes null, which the API refuses where it requires a number. */
const toNumber = (text: string): number | null => (/^\s*\d{1,10}\s*$/.test(text) ? Number(text) : null);

/** Creates the form for the registration for an event. @param id the id in the URL path of the event's page */
const createElementRegistrationFormAdapter = (id: number): NoScriptFormAdapter => ({
  toCall: (answers) => {
    const route = firstAnswer(answers, 'route');
    if (!/^[a-z0-9-]{1,60}$/.test(route)) return null;
    return {
      path: `/element/${route}/${id}/register`,
      body: {
        idSlot: toNumber(firstAnswer(answers, 'idSlot')),
        people: toNumber(firstAnswer(answers, 'people')),
        language: firstAnswer(answers, 'language'),
        name: firstAnswer(answers, 'name'),
        email: firstAnswer(answers, 'email'),
      },
    };
  },
});

/**
 * The declaration of withdrawal. Its first POST shows the declaration, the second one confirms it, as directive
 * 2011/83/EU, article 11a requires.
 */
const withdrawalFormAdapter: NoScriptFormAdapter = {
  toCall: (answers) => {
    const step = firstAnswer(answers, 'step');
    if (step !== 'confirm') return { nextStep: step === 'edit' ? 'write' : 'confirm' };
    return {
      path: '/withdrawal',
      body: {
        name: firstAnswer(answers, 'name'),
        email: firstAnswer(answers, 'email'),
        orderNumber: firstAnswer(answers, 'orderNumber'),
        message: firstAnswer(answers, 'message'),
      },
    };
  },
};

const unsubscriptionRequestFormAdapter: NoScriptFormAdapter = {
  toCall: (answers) => ({
    method: 'PUT',
    path: '/newsletter/unsubscribe/ask',
    body: { email: firstAnswer(answers, 'email') },
  }),
};

/** Creates the form for a review. @param token the token of the invitation, from the URL path */
const createReviewFormAdapter = (token: string): NoScriptFormAdapter => ({
  invitationToken: token,
  toCall: (answers) => {
    // A review of the estate belongs to no line of the order.
    const subject = { token, line: toNumber(firstAnswer(answers, 'line')) };
    if (firstAnswer(answers, 'action') === withdrawActionValue)
      return { method: 'PUT', path: '/review/withdraw', body: subject };
    return {
      path: '/review',
      body: {
        ...subject,
        rating: toNumber(firstAnswer(answers, 'rating')),
        text: firstAnswer(answers, 'text'),
        author: firstAnswer(answers, 'author'),
      },
    };
  },
});

/**
 * Accepts registrations for events, reviews of orders, declarations of withdrawal and requests for the link that ends
 * newsletters from browsers without scripts: a POST to the page with the form. The response is that page, uncached, with the errors and the entered answers. The
 * page of a review is also served to a GET.
 */
export async function noScriptFormRoutes(app: FastifyInstance, dependencies: NoScriptFormsDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const runQueued = createConcurrencyLimiter(limits);
  const answer = createAnswer(dependencies, runQueued);

  app.get<{ Params: { token: string } }>('/review/:token', async (request, reply) => {
    const { token } = request.params;
    const invitation = isToken(token) ? await runQueued(() => readInvitation(dependencies, request, token)) : undefined;
    if (invitation === undefined) return dependencies.sendPage(request, reply);
    const sent = { status: 200, isAccepted: false, message: '', errors: {}, answers: {}, invitation };
    return dependencies.sendFormResultPage(request, reply, `/review/${token}`, sent);
  });
  app.post<{ Params: { token: string } }>('/review/:token', (request, reply) => {
    const { token } = request.params;
    return isToken(token)
      ? answer(request, reply, `/review/${token}`, createReviewFormAdapter(token))
      : reply.callNotFound();
  });
  app.get<{ Querystring: { order?: string } }>('/withdrawal', (request, reply) => {
    const { order } = request.query;
    // The number is written into a page of its own, because as a parameter of the page it would be a cache key.
    if (typeof order !== 'string' || order.length > maxTextLengths.orderNumber)
      return dependencies.sendPage(request, reply);
    const sent = createFormAtStep('write', { orderNumber: [order] });
    return dependencies.sendFormResultPage(request, reply.header('cache-control', 'no-store'), '/withdrawal', sent);
  });
  app.post('/withdrawal', (request, reply) => answer(request, reply, '/withdrawal', withdrawalFormAdapter));
  app.post('/newsletter/unsubscribe', (request, reply) =>
    answer(request, reply, '/newsletter/unsubscribe', unsubscriptionRequestFormAdapter),
  );
  app.post('/*', (request, reply) => {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1);
    const id = parseId(path.slice(path.lastIndexOf('/') + 1));
    return id === null ? reply.callNotFound() : answer(request, reply, path, createElementRegistrationFormAdapter(id));
  });
}

const isToken = (token: string): boolean => MailLinkToken.safeParse(token).success;

function createAnswer(dependencies: NoScriptFormsDependencies, runQueued: ReturnType<typeof createConcurrencyLimiter>) {
  const receive = async (request: FastifyRequest, form: NoScriptFormAdapter) => {
    const body = await bufferRequestBody(request.raw, maxNoScriptFormBytes);
    const answers = await parseMultipartTextAnswers(body, request.headers['content-type'] ?? '');
    const call = form.toCall(answers);
    if (call && 'nextStep' in call) return createFormAtStep(call.nextStep, answers);
    return call && runQueued(() => submit(dependencies, request, form, { ...call, answers }));
  };
  return async (request: FastifyRequest, reply: FastifyReply, path: string, form: NoScriptFormAdapter) => {
    const site = getSiteHost(request);
    const host = readRequestHost(request.raw, dependencies.isTrusted) ?? '';
    const refusal = findWriteRefusalStatus(request, host, getVisitorOrigin(site));
    if (refusal) return sendPlainPage(reply, refusal, 'not_allowed', site.lang);
    const sent = await receive(request, form).catch((error: unknown) =>
      describeFormReadErrorOrRethrow(error, request, reply),
    );
    if (!sent) return sendPlainPage(reply, 404, 'not_found', site.lang);
    return dependencies.sendFormResultPage(request, reply.header('cache-control', 'no-store'), path, sent);
  };
}

const createFormAtStep = (step: string, answers: FormSubmissionResult['answers']): FormSubmissionResult => ({
  status: 200,
  isAccepted: false,
  message: '',
  errors: {},
  answers: { ...answers, step: [step] },
});

async function submit(
  dependencies: NoScriptFormsDependencies,
  request: FastifyRequest,
  { invitationToken }: NoScriptFormAdapter,
  { path, body, method, answers }: NoScriptFormCall & { answers: FormSubmissionResult['answers'] },
): Promise<FormSubmissionResult> {
  const { sent, data } = await sendFormToApi(dependencies, request, path, {
    json: body,
    ...(method && { method }),
  });
  const { state, receivedAt } = ShownData.safeParse(data).data ?? {};
  const shown = { ...answers, ...(state && { state: [state] }), ...(receivedAt && { receivedAt: [receivedAt] }) };
  if (!invitationToken) return { ...sent, answers: shown };
  const invitation = await readInvitation(dependencies, request, invitationToken);
  return { ...sent, answers: shown, ...(invitation !== undefined && { invitation }) };
}

/** @returns Null if the link has expired; undefined if the API returns no invitation. */
async function readInvitation(
  dependencies: NoScriptFormsDependencies,
  request: FastifyRequest,
  token: string,
): Promise<ReviewInvitation | null | undefined> {
  const { sent, data } = await sendFormToApi(dependencies, request, '/review/invitation', { json: { token } });
  if (sent.status === 422) return null;
  return ReviewInvitation.safeParse(data).data;
}

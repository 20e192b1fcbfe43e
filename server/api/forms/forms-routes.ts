import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import type { ProofOfWorkService } from '#server/api/limits/proof-of-work-service.ts';
import { createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { type CheckProofOfWork, readParameter } from '#server/api/site/site.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { formsContract } from '#shared/forms/forms-contract.ts';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { findContactForm, findForm, type StoredForm, toForm } from './forms-repository.ts';
import { parseSubmissionRequest } from './parse-submission-request.ts';
import { createSubmissionTicketSigner, minFillSeconds } from './submission-ticket-signer.ts';
import { type SubmitContext, submitForm } from './submit-form.ts';

const keys = [
  'contact.title',
  'contact.name',
  'contact.email',
  'contact.phone',
  'contact.message',
  'contact.sent',
] as const;

const texts = readTextsByLanguage<(typeof keys)[number], string>('forms', keys);

const inAllLanguages = (key: (typeof keys)[number]): Localized =>
  Object.fromEntries(languages.map((lang) => [lang, texts[lang][key]]));

const defaultContactForm: StoredForm = {
  id: null,
  title: inAllLanguages('contact.title'),
  intro: '',
  submitLabel: '',
  confirmation: inAllLanguages('contact.sent'),
  isContact: true,
  recipient: null,
  retentionDays: 365,
  fields: [
    { type: 'text', name: 'name', label: inAllLanguages('contact.name'), isRequired: true, autocomplete: 'name' },
    { type: 'email', name: 'email', label: inAllLanguages('contact.email'), isRequired: true, autocomplete: 'email' },
    { type: 'phone', name: 'phone', label: inAllLanguages('contact.phone'), autocomplete: 'tel' },
    { type: 'longText', name: 'message', label: inAllLanguages('contact.message'), isRequired: true },
  ],
};

interface FormsDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
  proofOfWork: ProofOfWorkService;
  checkProofOfWork: CheckProofOfWork;
  /** The secrets that sign the tickets of forms. */
  secrets: readonly [string, ...string[]];
}

/** Submissions are held in memory while they are read, so few are read at a time. */
const submissionLimits = { concurrency: 8, maxQueue: 64 };

type SubmitCall = Pick<ContractCall<object>, 'site' | 'lang' | 'request' | 'pickLanguage' | 'withSiteTransaction'>;

export async function formsRoutes(app: FastifyInstance, dependencies: FormsDependencies): Promise<void> {
  // The plugin parses bodies of this scope only.
  await app.register(multipart, {
    // A file that is too large is reported as an error of its field.
    throwFileSizeLimit: false,
  });
  const route = createContractRouter(app, 'forms', formsContract, dependencies);
  const { proofOfWork, secrets } = dependencies;
  const tickets = createSubmissionTicketSigner(secrets);
  const createContext = createContextFactory(dependencies, tickets);
  const runInTurn = createConcurrencyLimiter(submissionLimits);

  /** Submits a form. The limits `form-client` and `form-network` apply before a multipart body is read. */
  async function submit(form: StoredForm, call: SubmitCall) {
    const context = createContext(call);
    const { ipAddress, countAttempt } = context;
    const refusal = (await countAttempt('form-client', ipAddress)) ?? (await countAttempt('form-network', ipAddress));
    if (refusal) return refusal;
    return runInTurn(async () => submitForm(form, await parseSubmissionRequest(call.request), context));
  }

  route('GET /forms/ticket', ({ site }) => ({
    ticket: tickets.create(site.id, Date.now()),
    minSeconds: minFillSeconds,
  }));

  route('GET /forms/challenge', async (call) => {
    const isRequired = await call.withSiteTransaction((tx) => readParameter(tx, 'FORMS_PROOF_OF_WORK'));
    if (!isRequired) return ok({ challenge: null });
    const { ipAddress, countAttempt, now } = createContext(call);
    const refusal =
      (await countAttempt('form-challenge-client', ipAddress)) ??
      (await countAttempt('form-challenge-network', ipAddress));
    return refusal ?? ok({ challenge: await proofOfWork.createChallenge(call.site.id, now) });
  });

  route('GET /forms/{id}', async ({ params, pickLanguage, withSiteTransaction }) => {
    const form = await withSiteTransaction((tx) => findForm(tx, params.id));
    return form ? ok({ form: toForm(form, pickLanguage) }) : refuse('not_found');
  });

  route('POST /forms/{id}/submit', async (call) => {
    const form = await call.withSiteTransaction((tx) => findForm(tx, call.params.id));
    return form ? submit(form, call) : refuse('not_found');
  });

  route('GET /message/form', async ({ pickLanguage, withSiteTransaction }) => {
    const form = (await withSiteTransaction(findContactForm)) ?? defaultContactForm;
    return { form: toForm(form, pickLanguage) };
  });

  route('POST /message', async (call) =>
    submit((await call.withSiteTransaction(findContactForm)) ?? defaultContactForm, call),
  );
}

const createContextFactory =
  ({ limits, checkProofOfWork }: FormsDependencies, tickets: SubmitContext['tickets']) =>
  ({ site, lang, request, pickLanguage, withSiteTransaction }: SubmitCall): SubmitContext => ({
    site,
    lang,
    pickLanguage,
    withSiteTransaction,
    tickets,
    checkProofOfWork,
    origin: getLinkOrigin(request),
    ipAddress: getCaller(request).ipAddress,
    now: Date.now(),
    log: request.log,
    countAttempt: createAttemptCounter(limits, site.id),
  });

import type { FormSubmissionResult } from '#shared/rendering.ts';
import { withdrawActionValue } from '#shared/reviews/review-rules.ts';

type Answers = FormSubmissionResult['answers'];

export interface NoScriptFormCall {
  /** HTTP method of the call; POST by default. */
  method?: 'PUT';
  path: string;
  body: object;
}

/** The next step of a form in several steps. Its page shows the answers again, and the API is not called yet. */
export interface NoScriptFormStep {
  nextStep: string;
}

/** A form that browsers send without scripts, and the call of the API that accepts its answers. */
export interface NoScriptFormAdapter {
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
export const createElementRegistrationFormAdapter = (id: number): NoScriptFormAdapter => ({
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
export const withdrawalFormAdapter: NoScriptFormAdapter = {
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

/** Asks for the link that ends all newsletter subscriptions of an address. */
export const unsubscriptionRequestFormAdapter: NoScriptFormAdapter = {
  toCall: (answers) => ({
    method: 'PUT',
    path: '/newsletter/unsubscribe/ask',
    body: { email: firstAnswer(answers, 'email') },
  }),
};

/** Creates the form for a review. @param token the token of the invitation, from the URL path */
export const createReviewFormAdapter = (token: string): NoScriptFormAdapter => ({
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

import type { Lang } from './languages.ts';

/** This file is the contract of `POST /internal/page-data`, with which a storefront reads what a page needs at once. */

/** Maximum number of reads in one call. */
export const maxReadsPerCall = 32;

export interface PageDataCall {
  /** Public endpoints with GET, with their parameters as texts. */
  reads: { name: string; params?: Record<string, string>; query?: Record<string, string>; lang: Lang }[];
  /** The path of the page that the storefront renders. Its content is answered too if the page tree has it. */
  path?: string;
}

export interface PageDataAnswer {
  status: number;
  /** Absent if the read was refused. */
  data?: unknown;
  /** The length of the data as JSON. */
  bytes?: number;
  /** The message of a refusal. */
  message?: string;
}

export interface PageDataResponse {
  /** In the order of the reads. */
  answers: PageDataAnswer[];
  /** The content of the page at `path`. */
  page?: { name: string; params: Record<string, string>; answer: PageDataAnswer };
}

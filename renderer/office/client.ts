/** The calls of the back office's screen. The session is a cookie that the page cannot read; calls reject like those of the till. */

import type { Static } from 'typebox';
import type { BankFileList, BankFileQuery, BankImport, BankPreview } from '../../main/wire/office/bank.ts';
import type { NewEnrolmentCode } from '../../main/wire/office/enrolment.ts';
import type {
  AuditCheckAnswer,
  AuditList,
  EndSessionsInput,
  Me,
  MerchantChange,
  OfficePerson,
  OfficePersonChange,
  OfficePersonInput,
  OfficePersonList,
  OwnChange,
  OwnSessionList,
  RecoveryCodes,
  SecondFactor,
  SecondFactorBegin,
  SecondFactorBegun,
  SecondFactorConfirmed,
  SecondFactorProof,
  SignInWays,
  StoreChange,
} from '../../main/wire/office/people.ts';
import type { ReportAnswer, ReportList } from '../../main/wire/office/reports.ts';
import type {
  OfficeBridgeList,
  OfficeClosing,
  OfficeGapList,
  OfficeRefusedList,
  OfficeSale,
  OfficeSaleList,
  OfficeSetAsideList,
  OfficeTillList,
  OfficeWaitingList,
  SetAsideAnswer,
} from '../../main/wire/office/sales.ts';
import type { TargetInput, TargetList, TargetsSet } from '../../main/wire/office/targets.ts';
import type { SavedViewInput, SavedViewList, ViewMail } from '../../main/wire/office/views.ts';
import { answerOf } from '../bridge/answer.ts';
import { isStatus, Unreachable } from '../bridge/errors.ts';
import type { FileFormat } from '../report/source.ts';

export type OfficeClient = ReturnType<typeof createOfficeClient>;

export interface OfficeConnection {
  readonly fetch: typeof fetch;
  readonly language: () => string;
  /** The session is over, or there is none. */
  readonly onSignedOut: () => void;
  /** A call got an answer, or none. */
  readonly onReached: (isThere: boolean) => void;
}

/** `count`, `offset`, `q`, `sort`: the list language of the bridge. */
export type ListParameters = Readonly<Record<string, string>>;

export function createOfficeClient(connection: OfficeConnection) {
  const ask = createAsk(connection);
  const get = <T>(path: string, signal: AbortSignal, query: ListParameters = {}) =>
    ask<T>('GET', withQuery(path, query), undefined, signal);
  return {
    ways: () => ask<SignInWays>('GET', '/sign-in'),
    me: () => ask<Me>('GET', '/me'),
    /** `code` empty: nobody typed one. */
    signIn: (username: string, password: string, code: string) =>
      ask<unknown>('POST', '/token', { username, password, ...(code === '' ? {} : { code }), cookie: '1' }),
    signOut: () => ask<null>('DELETE', '/token'),
    reports: (signal: AbortSignal) => get<ReportList>('/reports', signal),
    report: (name: string, query: ListParameters, signal: AbortSignal) =>
      get<ReportAnswer>(`/reports/${encodeURIComponent(name)}`, signal, query),
    sales: (query: ListParameters, signal: AbortSignal) => get<Static<typeof OfficeSaleList>>('/sales', signal, query),
    closing: (id: string, signal: AbortSignal) => get<OfficeClosing>(`/closings/${encodeURIComponent(id)}`, signal),
    sale: (id: string, signal: AbortSignal) => get<OfficeSale>(`/sales/${encodeURIComponent(id)}`, signal),
    tills: (signal: AbortSignal) => get<Static<typeof OfficeTillList>>('/tills', signal, ALL),
    bridges: (signal: AbortSignal) => get<Static<typeof OfficeBridgeList>>('/bridges', signal, ALL),
    gaps: (signal: AbortSignal) => get<Static<typeof OfficeGapList>>('/gaps', signal, ALL),
    refused: (signal: AbortSignal) =>
      get<Static<typeof OfficeRefusedList>>('/refused', signal, { count: '50', sort: 'received:desc' }),
    waiting: (signal: AbortSignal) =>
      get<Static<typeof OfficeWaitingList>>('/waiting', signal, { count: '50', sort: 'received:desc' }),
    setAside: (signal: AbortSignal) =>
      get<Static<typeof OfficeSetAsideList>>('/set-aside', signal, { count: '50', sort: 'at:desc' }),
    takeOut: (object: string, reason: string) =>
      ask<Static<typeof SetAsideAnswer>>('POST', `/records/${encodeURIComponent(object)}/set-aside`, { reason }),
    takeBack: (object: string, reason: string) =>
      ask<Static<typeof SetAsideAnswer>>('POST', `/records/${encodeURIComponent(object)}/take-back`, { reason }),
    makeCode: (store: string, uses: number) => ask<NewEnrolmentCode>('POST', '/codes', { store, uses }),
    revoke: (bridge: string) => ask<unknown>('POST', `/bridges/${encodeURIComponent(bridge)}/revoke`),
    changeMerchant: (change: MerchantChange) => ask<unknown>('PATCH', '/merchant', change),
    changeStore: (id: string, change: StoreChange) =>
      ask<unknown>('PATCH', `/stores/${encodeURIComponent(id)}`, change),
    targets: (span: { readonly from: string; readonly to: string }, signal: AbortSignal) =>
      get<TargetList>('/targets', signal, span),
    setTargets: (targets: TargetInput | File) => ask<TargetsSet>('PUT', '/targets', targets),
    people: (signal: AbortSignal) => get<Static<typeof OfficePersonList>>('/people', signal),
    addPerson: (input: OfficePersonInput) => ask<Static<typeof OfficePerson>>('POST', '/people', input),
    changePerson: (id: string, change: OfficePersonChange) =>
      ask<Static<typeof OfficePerson>>('PATCH', `/people/${encodeURIComponent(id)}`, change),
    setPassword: (id: string, password: string) =>
      ask<unknown>('POST', `/people/${encodeURIComponent(id)}/password`, { password }),
    views: (signal: AbortSignal) => get<SavedViewList>('/views', signal),
    keepView: (input: SavedViewInput) => ask<unknown>('POST', '/views', input),
    mailView: (id: string, wish: ViewMail) => ask<unknown>('PUT', `/views/${encodeURIComponent(id)}/mail`, wish),
    removeView: (id: string) => ask<unknown>('DELETE', `/views/${encodeURIComponent(id)}`),
    changeMe: (change: OwnChange) => ask<Me>('PATCH', '/me', change),
    changeOwnPassword: (before: string, password: string) => ask<unknown>('POST', '/me/password', { before, password }),
    sessions: (signal: AbortSignal) => get<OwnSessionList>('/me/sessions', signal),
    secondFactor: (signal: AbortSignal) => get<SecondFactor>('/me/second-factor', signal),
    beginFactor: (proof: SecondFactorBegin) => ask<SecondFactorBegun>('POST', '/me/second-factor/begin', proof),
    confirmFactor: (code: string) => ask<SecondFactorConfirmed>('POST', '/me/second-factor/confirm', { code }),
    renewRecoveryCodes: (proof: SecondFactorProof) =>
      ask<RecoveryCodes>('POST', '/me/second-factor/recovery-codes', proof),
    endFactor: (proof: SecondFactorProof) => ask<unknown>('POST', '/me/second-factor/end', proof),
    resetFactor: (id: string) => ask<unknown>('POST', `/people/${encodeURIComponent(id)}/second-factor/reset`),
    endSessions: (end: EndSessionsInput) => ask<unknown>('POST', '/me/sessions/end', end),
    previewBank: (file: File, choices: BankFileQuery) =>
      ask<BankPreview>('POST', withQuery('/bank/preview', choices), file),
    importBank: (file: File, choices: BankFileQuery) =>
      ask<BankImport>('POST', withQuery('/bank/files', { ...choices, name: file.name.slice(0, 200) }), file),
    bankFiles: (signal: AbortSignal) => get<BankFileList>('/bank/files', signal),
    audit: (query: ListParameters, signal: AbortSignal) => get<Static<typeof AuditList>>('/audit', signal, query),
    checkAudit: (signal: AbortSignal) => get<Static<typeof AuditCheckAnswer>>('/audit/check', signal),
  };
}

/** Address of a report as a file, which the browser loads with its cookie. */
export const fileAddress = (report: string, query: ListParameters, format: FileFormat): string =>
  withQuery(`${BASE}/reports/${encodeURIComponent(report)}`, { ...query, format });

export const targetFileAddress = (span: { readonly from: string; readonly to: string }, language: string): string =>
  withQuery(`${BASE}/targets`, { ...span, language, format: 'csv' });

/** Files that the back office makes of sales: a table, the records as they were received, closings for the tax office. */
export const exportFiles = ['sales.csv', 'documents.jsonl', 'dsfinvk.zip'] as const;

export const exportAddress = (file: (typeof exportFiles)[number] | 'datev.csv', query: ListParameters): string =>
  withQuery(`${BASE}/exports/${file}`, query);

/** The postings of these days for DATEV, or the page where its accounts are set; null for those who may not set them. */
export function datevWay({ merchant, role }: Pick<Me, 'merchant' | 'role'>, query: ListParameters) {
  if (merchant.datev !== null)
    return { text: 'sales.file.datev.csv', href: exportAddress('datev.csv', query), isFile: true } as const;
  return role === 'chain' ? ({ text: 'datev.setUp', href: '/shop', isFile: false } as const) : null;
}

function createAsk({ fetch, language, onSignedOut, onReached }: OfficeConnection) {
  return async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
    const isFile = body instanceof Blob;
    const init: RequestInit = {
      method,
      headers: {
        'Accept-Language': language(),
        ...(body === undefined ? {} : { 'Content-Type': isFile ? 'text/csv' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    };
    const response = await fetch(BASE + path, init).catch(cause => {
      // A page that was left says nothing about the server.
      if (!signal?.aborted) onReached(false);
      throw new Unreachable('the back office does not answer', { cause });
    });
    onReached(true);
    if (response.status === 204) return null as T;
    try {
      return await answerOf<T>(response);
    } catch (error) {
      if (isStatus(error, 401) && path !== '/token') onSignedOut();
      throw error;
    }
  };
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}

const BASE = '/office/v1';

/** Every till of a chain in one answer. */
const ALL: ListParameters = { count: '1000' };

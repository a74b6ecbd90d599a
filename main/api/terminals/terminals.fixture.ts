import { expect } from 'vitest';
import { type Client, ok } from '../../doubles/bridge.fixture.ts';
import { virtualTerminal } from '../../doubles/pairedTerminals.fixture.ts';
import type { PairAnswer, Terminal } from '../../wire/terminals.ts';

export const path = '/bridge/v1/terminals';

export const BASKET = { basket_info: { sum: 1200 } };

export interface List {
  readonly count: number;
  readonly data: readonly Terminal[];
}

export interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_user: string;
  readonly error_details: string;
}

export const terminals = async (client: Client) => ok(await client.ask<List>('GET', path)).data;

export const pair = (client: Client, body: object) => client.ask<PairAnswer>('POST', path, { body });

export async function paired(client: Client, more: object = {}): Promise<Terminal> {
  const connection = await virtualTerminal();
  return ok(await pair(client, { connection, password: '000000', ...more })).terminal;
}

export async function refused(answer: Promise<{ status: number; body: unknown }>, code: number): Promise<Refusal> {
  const { status, body } = await answer;
  expect([status, (body as Refusal).code]).toEqual([405, code]);
  return body as Refusal;
}

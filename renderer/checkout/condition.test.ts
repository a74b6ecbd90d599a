/** A terminal that takes no cards, and the reason of a declined payment. */

import { expect, test } from 'vitest';
import type { TerminalView } from '../../main/wire/events.ts';
import { article } from '../doubles/goods.ts';
import { setUpTill } from '../doubles/till.ts';
import { en } from '../texts/en.ts';
import { createTranslations, textsIn } from '../texts/texts.ts';

const terminal = (device: string, blocks: boolean | null): TerminalView => ({
  device,
  description: device,
  state: 'ready',
  since: 0,
  reason: null,
  condition:
    blocks === null
      ? null
      : { blocks, cure: 'diagnosis', resultCode: 194, texts: { de: 'Diagnose', en: 'diagnosis' }, since: 0 },
});

test('announces once that our terminal takes no cards, and nothing about other terminals', async () => {
  const { bridge, checkout, notices } = setUpTill();
  bridge.workingAt = terminal('SDV_9', null);
  await checkout.load();
  const announcement = () => notices.getState().announcement?.(textsIn(createTranslations(en), 'en', 'EUR')) ?? null;
  checkout.onTerminal(terminal('SDV_8', true));
  checkout.onTerminal(terminal('SDV_9', false));
  expect(announcement()).toBeNull();
  checkout.onTerminal(terminal('SDV_9', true));
  expect(announcement()).toBe('Cards not available: diagnosis');
  notices.clear();
  checkout.onTerminal({ ...terminal('SDV_9', true), state: 'busy' });
  expect(announcement()).toBeNull();
});

test('keeps the reason of a declined payment until the next attempt', async () => {
  const { bridge, checkout, codes, till, screen } = setUpTill();
  bridge.terminal = 'decline';
  bridge.reason = {
    code: 'declined',
    result_code: 55,
    texts: { de: 'PIN falsch', en: 'PIN wrong' },
    advice: 'pin',
    device: 'SDV_T',
  };
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), till.getState().reason?.advice]).toEqual(['declined', 'pin']);
  till.begin({ action: 'cashless', amount: 250, since: 0 });
  expect(till.getState().reason).toBeNull();
});

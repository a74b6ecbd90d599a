/** The evening of the paper, sold by calls of the API, on each of its nights. */
import { afterAll, describe, it } from 'vitest';
import { closeAll } from '../../main/doubles/bridge.fixture.ts';
import { type Bar, openBar } from './bar.fixture.ts';
import { evening, expectPaper, NIGHTS } from './paper.ts';

const opened: Bar[] = [];
afterAll(async () => {
  for (const bar of opened) await bar.close();
  await closeAll();
});

/** In `npm test` the hardest of them: an hour of it comes twice. */
const nights = NIGHTS.filter(({ night }) => process.env.LONG || night.includes('twice'));

describe.each(nights)('$night', night => {
  it('has the figures of the paper in X, Z, reports of the till, back office and DSFinV-K', async () => {
    const bar = await openBar(`${night.day}T20:10:00${night.hours[0].slice(8)}`);
    opened.push(bar);
    await expectPaper(bar, night, await evening(bar, night));
  }, 120_000);
});

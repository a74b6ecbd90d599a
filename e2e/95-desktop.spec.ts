/** The desktop application: the built shell on the twin of Electron (`desktop/README.md`), in every test run. */
import { buildDesktopIfStale } from '../main/build.ts';
import { codes, expectPaid, pay, scan, signIn, signInByPin } from './counter.ts';
import { type Desktop, openDesktop } from './desktop/desktopApp.ts';
import { expect, test } from './till.ts';

let desktop: Desktop;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await buildDesktopIfStale(line => console.error(line));
  desktop = await openDesktop();
});
test.afterAll(() => desktop.close());

test('pays by card in the window and ends with its window', async () => {
  const app = await desktop.open();
  const page = await app.page();
  await signInByPin(page, app.url!);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  const facts = await app.order({ act: 'look' });
  expect(facts).toMatchObject({ menu: 'none', awake: [], question: null, boxes: [] });
  expect(facts.windows).toMatchObject([{ shown: true }]);
  await app.order({ act: 'closeWindow' });
  expect(await app.ended).toEqual([0, null]);
  await app.close();
});

/** A link over a real database and a real HTTP office; both are closed after the test. */
import { temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { OfficeDouble } from '../doubles/officeDouble.ts';
import { type LinkOnDisk, type LinkSettings, openLinkOnDisk } from './linkOnDisk.fixture.ts';

export interface TestLink extends LinkOnDisk {
  /** Waits until nothing waits any more. */
  drained(): Promise<void>;
}

const offices = new Set<OfficeDouble>();
const links = new Set<TestLink>();

/** For `afterEach`. */
export async function closeLinks(): Promise<void> {
  await Promise.all([...links].map(link => link.close()));
  await Promise.all([...offices].map(office => office.close()));
  offices.clear();
}

export async function openOffice(): Promise<OfficeDouble> {
  const office = await new OfficeDouble().listen();
  offices.add(office);
  return office;
}

export async function openLink(
  address: string,
  /** `begins` false: `begin` is called by the test. */
  { data = temporaryDirectory(), begins = true, ...settings }: LinkSettings & { data?: string; begins?: boolean } = {},
): Promise<TestLink> {
  const opened = openLinkOnDisk(data, address, settings);
  const test: TestLink = {
    ...opened,
    drained: async () => void (await until(opened.isDrained)),
    async close() {
      if (links.delete(test)) await opened.close();
    },
  };
  links.add(test);
  if (begins) await opened.link.begin();
  return test;
}

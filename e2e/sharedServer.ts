/** The folder in which the workers of a run share a PostgreSQL server; the first that needs it starts it, and it ends with the run. */
import { newSharedFolder, removeShared } from '../main/office/database/cluster.fixture.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export default function share(): () => void {
  const folder = newSharedFolder(temporaryFolder());
  process.env.POSTGRES_FOLDER = folder;
  return () => removeShared(folder);
}

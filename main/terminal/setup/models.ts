/** The models of terminals a person can choose from. A file of its own: it loads every driver, which the start must not wait for. */
import type { Models } from '../../wire/terminals.ts';

export async function knownModels(): Promise<Models['data']> {
  const { modelsOf, protocolNames } = await import('../../../drivers/index.ts');
  const each = protocolNames.map(async protocol =>
    (await modelsOf(protocol)).map(({ name, title, isRecognised }) => ({
      protocol,
      name,
      title,
      recognised: isRecognised,
    })),
  );
  return (await Promise.all(each)).flat();
}

/** Warnings of lost or damaged data. No fault of these proofs loses any data, so each warning is a false alarm. */
interface Health {
  readonly read_only: boolean;
  readonly risks: readonly { readonly kind: string; readonly details: string }[];
}

export async function alarmsOf(url: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`${url}/healthz`);
    const { read_only, risks } = (await response.json()) as Health;
    const alarms = risks.map(({ kind, details }) => `the bridge warns of ${kind}: ${details}`);
    return read_only ? [...alarms, 'the bridge reads only'] : alarms;
  } catch (error) {
    return [`the bridge does not say how it is: ${error}`];
  }
}

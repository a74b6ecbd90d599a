/** Load over HTTP: requests a second, with every answer's status checked. */
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly connections: number;
  /** ms */
  readonly duration: number;
  readonly token?: string;
  readonly body?: string;
}

export async function requestsPerSecond(load: Load): Promise<number> {
  const { count, seconds } = await answersTo(load);
  return count / seconds;
}

/** Throws when a single answer is not 200: a fast refusal is no speed. */
export async function answersTo({
  url,
  connections,
  duration,
  token,
  body,
}: Load): Promise<{ count: number; seconds: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: duration / 1000,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { count: result['2xx'], seconds: result.duration || 1 };
}

/** Sells for cash, as many sales at once as there are connections, and counts the sales that were paid. */
export async function cashSales({
  url,
  connections,
  duration,
  token,
  body,
}: Load): Promise<{ readonly count: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (address: string, sent: string | undefined) => {
    const answer = await fetch(address, { method: 'POST', headers, body: sent ?? '{}' });
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string };
  };
  const end = performance.now() + duration;
  let count = 0;
  const sell = async () => {
    while (performance.now() < end) {
      const { id } = await call(url, body);
      await call(`${url}/${id}/start/cash`, undefined);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sell));
  return { count };
}

export async function tokenOf(url: string): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
  });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

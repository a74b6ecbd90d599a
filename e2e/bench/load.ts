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

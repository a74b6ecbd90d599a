/** A real nginx before a back office: TLS with a certificate of its own, as `docs/back-office-door.md` sets it up. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../drivers/doubles/freePort.ts';

const PROGRAM = ['/usr/sbin/nginx', 'nginx'].find(program => spawnSync(program, ['-v']).error === undefined);

/** The reason why no nginx can be started here; null where one can. */
export const noNginx: string | null = PROGRAM === undefined ? 'no nginx is installed' : null;

export interface Nginx {
  readonly port: number;
  /** Certificate of the name `office.example`. */
  readonly ca: Buffer;
  stop(): Promise<void>;
}

/** `to`: address of the back office. */
export async function startNginx(to: string): Promise<Nginx> {
  if (PROGRAM === undefined) throw new Error('no nginx is installed');
  const place = mkdtempSync(join(tmpdir(), 'nginx-'));
  const [key, certificate, settings] = ['key.pem', 'certificate.pem', 'nginx.conf'].map(name => join(place, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=office.example', '-addext', 'subjectAltName=DNS:office.example'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
  const port = await freePort();
  writeFileSync(settings, settingsOf({ place, key, certificate, port, to }));
  const errors: string[] = [];
  const child = spawn(PROGRAM, ['-p', place, '-c', settings, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', text => errors.push(String(text)));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${errors.join('')}`);
    await setTimeout(20);
  }
  return {
    port,
    ca: readFileSync(certificate),
    async stop() {
      const ended = new Promise(done => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly place: string;
  readonly key: string;
  readonly certificate: string;
  readonly port: number;
  readonly to: string;
}

/** nginx that was started by root gives its work to somebody else, who may not use the folder. */
const settingsOf = ({ place, key, certificate, port, to }: Place): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${place}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${place}/${kind};`).join(' ')}
  server {
    listen 127.0.0.1:${port} ssl;
    server_name office.example;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    location / {
      proxy_pass ${to};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

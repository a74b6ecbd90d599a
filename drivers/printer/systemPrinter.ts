/**
 * A queue of the operating system: CUPS by its command `lp`, Windows by its spooler. A spooler takes the job and says nothing
 * of the paper, so such a job is sent and never known to be printed.
 */

import { spawn } from 'node:child_process';
import type { PrinterCondition, ReceiptPrinter } from './printer.ts';
import { drawerInTurn } from './status.ts';

/** For a command of the system, ms. */
const COMMAND = 10_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export type RunCommand = (
  command: Command,
  input: Buffer | null,
) => Promise<{ readonly code: number; readonly text: string }>;

export interface SystemOptions {
  readonly platform?: NodeJS.Platform;
  readonly run?: RunCommand;
}

export function systemPrinter(name: string, options: SystemOptions = {}): ReceiptPrinter {
  const { platform = process.platform, run = runCommand } = options;
  const system = platform === 'win32' ? windows(name) : cups(name);

  async function condition(): Promise<PrinterCondition> {
    const { code, text } = await run(system.ask, null);
    return {
      state: code === 0 ? system.stateOf(text) : 'unreachable',
      paperLow: false,
      reason: text.trim().slice(0, 300) || null,
    };
  }

  async function send(bytes: Buffer): Promise<boolean> {
    return (await run(system.print, bytes)).code === 0;
  }

  return {
    condition,
    async print(job) {
      const before = await condition();
      if (before.state !== 'unknown') return { ended: 'notSent', condition: before };
      // The command takes the job whole, or answers with an error and takes nothing.
      const isSent = await send(job);
      return isSent
        ? { ended: 'sent', condition: before }
        : { ended: 'notSent', condition: { ...before, state: 'unreachable' } };
    },
    openDrawer: pin => send(drawerInTurn(pin)),
  };
}

interface SpoolerCommands {
  readonly ask: Command;
  readonly print: Command;
  stateOf(text: string): PrinterCondition['state'];
}

const cups = (name: string): SpoolerCommands => ({
  ask: { program: 'lpstat', args: ['-p', name], environment: { LC_ALL: 'C' } },
  print: { program: 'lp', args: ['-d', name, '-o', 'raw', '-s'], environment: { LC_ALL: 'C' } },
  stateOf: text => (/disabled|not accepting/i.test(text) ? 'offline' : 'unknown'),
});

/** The name goes in the environment, so that nothing in it can be read as a part of the script. */
const windows = (name: string): SpoolerCommands => ({
  ask: powershell(name, '(Get-Printer -Name $env:TILLBRIDGE_PRINTER -ErrorAction Stop).PrinterStatus'),
  print: powershell(name, RAW_JOB),
  stateOf: text => (/offline|error|paperout|dooropen|paused/i.test(text) ? 'offline' : 'unknown'),
});

const powershell = (name: string, script: string): Command => ({
  program: 'powershell.exe',
  args: ['-NoProfile', '-NonInteractive', '-Command', script],
  environment: { TILLBRIDGE_PRINTER: name },
});

/** Bytes of standard input as a job of the type RAW, which no driver changes. */
const RAW_JOB = `
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System; using System.Runtime.InteropServices;
public static class Raw {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)] struct Doc { public string Name; public string File; public string Type; }
  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)] static extern bool OpenPrinter(string n, out IntPtr h, IntPtr d);
  [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)] static extern int StartDocPrinter(IntPtr h, int l, ref Doc d);
  [DllImport("winspool.drv")] static extern bool StartPagePrinter(IntPtr h);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool WritePrinter(IntPtr h, byte[] b, int c, out int w);
  [DllImport("winspool.drv")] static extern bool EndPagePrinter(IntPtr h);
  [DllImport("winspool.drv")] static extern bool EndDocPrinter(IntPtr h);
  [DllImport("winspool.drv")] static extern bool ClosePrinter(IntPtr h);
  public static void Send(string name, byte[] bytes) {
    IntPtr h; int w;
    if (!OpenPrinter(name, out h, IntPtr.Zero)) throw new Exception("OpenPrinter " + Marshal.GetLastWin32Error());
    try {
      Doc d = new Doc(); d.Name = "Receipt"; d.Type = "RAW";
      if (StartDocPrinter(h, 1, ref d) == 0) throw new Exception("StartDocPrinter " + Marshal.GetLastWin32Error());
      StartPagePrinter(h);
      bool ok = WritePrinter(h, bytes, bytes.Length, out w) && w == bytes.Length;
      EndPagePrinter(h); EndDocPrinter(h);
      if (!ok) throw new Exception("WritePrinter " + w);
    } finally { ClosePrinter(h); }
  }
}
'@
$in = [Console]::OpenStandardInput(); $all = New-Object System.IO.MemoryStream; $in.CopyTo($all)
[Raw]::Send($env:TILLBRIDGE_PRINTER, $all.ToArray())
`;

/** Queues of the operating system; none where it has no such command. */
export async function listSystemPrinters(options: SystemOptions = {}): Promise<readonly string[]> {
  const { platform = process.platform, run = runCommand } = options;
  const command: Command =
    platform === 'win32'
      ? { program: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', '(Get-Printer).Name'] }
      : { program: 'lpstat', args: ['-e'], environment: { LC_ALL: 'C' } };
  const { code, text } = await run(command, null);
  if (code !== 0) return [];
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean);
}

/** No shell: a name is one argument, whatever stands in it. A missing command ends with code 127. */
const runCommand: RunCommand = ({ program, args, environment = {} }, input) =>
  new Promise(resolve => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: COMMAND,
      windowsHide: true,
    });
    let text = '';
    const collect = (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined);
    child.once('error', error => resolve({ code: 127, text: error.message }));
    child.once('close', code => resolve({ code: code ?? 1, text }));
    child.stdin.end(input ?? undefined);
  });

import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isTimeZone } from '#domain/days.ts';
import { readConfig } from '#server/config/config.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import { root } from '../run-command.ts';
import { type Call, type Command, typedPath } from './command.ts';

/** A variable, the question for it, an explanation, and an attempt whether the answer works, which says what it found. */
interface Question {
  name: string;
  ask: string;
  about: string;
  usual: string;
  isSecret?: true;
  attempt?: (answer: string, answers: Record<string, string>) => Promise<string>;
}

const questions: readonly Question[] = [
  {
    name: 'PORTAL_URL',
    ask: 'Public address',
    about: 'Members open it. Its name has to lead to this machine before a certificate can be obtained.',
    usual: 'https://portal.example.edu',
    attempt: tryAddress,
  },
  {
    name: 'TIME_ZONE',
    ask: 'Time zone of the club',
    about: 'Deadlines and days are shown in it.',
    usual: Intl.DateTimeFormat().resolvedOptions().timeZone,
    attempt: async (zone) => (isTimeZone(zone) ? '' : `There is no time zone ${zone}.`),
  },
  {
    name: 'SMTP_URL',
    ask: 'Mail server',
    about:
      'smtps://user:password@host or smtp://…:587. Empty: set it later in the browser; until then emails are files.',
    usual: '',
    isSecret: true,
  },
  {
    name: 'MAIL_FROM',
    ask: 'Sender of emails',
    about: 'An address that the mail server lets this user send from.',
    usual: '',
  },
  {
    name: 'CONTACT_INBOX',
    ask: 'Mailbox of the club',
    about: 'Messages of the forms are sent here, and a test email now.',
    usual: '',
    attempt: tryMail,
  },
  {
    name: 'BACKUP_PASSPHRASE',
    ask: 'Passphrase of backups',
    about:
      'Several words. Keep a copy elsewhere: without it no backup can be restored. Empty: backups are not encrypted.',
    usual: '',
    isSecret: true,
  },
];

export const setup: Command = {
  name: 'setup',
  usage: '[--print] [--to FOLDER]',
  example: '--print',
  about:
    'ask for the settings of a machine, try them, and write environment file, units and Caddyfile below FOLDER, by default /. --print shows them instead. Run again, it changes only what is answered differently',
  options: ['to'],
  flags: ['print'],
  withoutData: true,
  async run(call) {
    const folder = typedPath(call, call.options.to ?? '/');
    const env = join(folder, 'etc', 'sdc-portal.env');
    const before = existsSync(env) ? readFileSync(env, 'utf8') : 'TRUST_PROXY=127.0.0.1\n';
    const after = await answered(call, before);
    const variables = variablesIn(after);
    // A wrong value is named before anything is written.
    const { portalUrl } = readConfig({ AUTH_SECRET: 'only to read the others, not kept', ...variables });
    const files = { [env]: after, ...unitIn(folder), ...caddyfileIn(folder, new URL(portalUrl).host) };
    call.report({ files: Object.keys(files) });
    for (const [file, content] of Object.entries(files)) {
      if (call.flags.has('print')) call.console.log(`# ${file}\n${content}`);
      else call.console.log(`${write(file, content, file === env ? 0o600 : 0o644)} ${file}`);
    }
    call.console.log(`Then, as root: ${startCommand}`);
  },
};

const startCommand = 'systemctl daemon-reload && systemctl enable --now sdc-portal && systemctl reload caddy';

/** Asks each question, and puts the answers into the text of the file. Everything else in it stays. */
async function answered({ process }: Call, before: string): Promise<string> {
  const known = variablesIn(before);
  const lines = createInterface({ input: process.stdin ?? globalThis.process.stdin });
  const typed = lines[Symbol.asyncIterator]();
  let text = before;
  for (const { name, ask, about, usual, attempt, isSecret } of questions) {
    const present = known[name] ?? usual;
    process.stderr.write(`\n${about}\n${ask} [${isSecret && present ? 'unchanged' : present}]: `);
    const answer = String((await typed.next()).value ?? '').trim() || present;
    if (answer === '') continue;
    known[name] = answer;
    const found = await attempt?.(answer, known);
    if (found) process.stderr.write(`${found}\n`);
    const line = new RegExp(`^(# *)?${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, () => `${name}=${answer}`) : `${text}${name}=${answer}\n`;
  }
  lines.close();
  process.stderr.write('\n');
  return text;
}

function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Debian's package comes with a Caddyfile for its placeholder page, which nobody has written. */
const placeholder = ':80 { root * /usr/share/caddy file_server }';

function isSomebodysOwn(caddyfile: string): boolean {
  const lines = caddyfile.split('\n').map((line) => line.trim());
  const statements = lines.filter((line) => line !== '' && !line.startsWith('#')).join(' ');
  return !['', placeholder].includes(statements) && !caddyfile.includes('PORTAL_PROCESSES');
}

/** @returns the word for what was done: a file that is as it should be stays, and so does somebody's own Caddyfile */
function write(file: string, content: string, mode: number): string {
  const present = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (present === content) return 'Unchanged:';
  if (file.endsWith('Caddyfile') && present !== undefined && isSomebodysOwn(present))
    return `Kept, because it is not of the portal; add the lines of ${join(root, 'deploy', 'Caddyfile')} to it:`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, content, { mode });
  renameSync(`${file}.part`, file);
  return 'Written:';
}

/** The unit of deploy/ for the place where this program is; that of an archive runs its own Node. */
function unitIn(folder: string): Record<string, string> {
  const program = existsSync('/srv/sdc-portal/portal') ? '/srv/sdc-portal' : root;
  const isArchive = existsSync(join(root, 'portal'));
  const name = 'sdc-portal.service';
  const usual = readFileSync(join(root, 'deploy', name), 'utf8').replaceAll('/srv/sdc-portal', program);
  const unit = isArchive
    ? usual
        .replace(/^ExecStartPre=.*\n/m, '')
        .replace(/^ExecStart=.*$/m, `ExecStart=${program}/portal start`)
        .replace(/PORTAL_COMMAND=[^"]*/, `PORTAL_COMMAND=${program}/portal`)
    : usual;
  return { [join(folder, 'etc', 'systemd', 'system', name)]: unit };
}

function caddyfileIn(folder: string, host: string): Record<string, string> {
  const usual = readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8');
  return {
    [join(folder, 'etc', 'caddy', 'Caddyfile')]: usual.replace(
      '{$PORTAL_NAME:portal.example.edu}',
      () => host,
    ),
  };
}

/** Whether the name leads somewhere, and whether the ports of https are free here. */
async function tryAddress(address: string): Promise<string> {
  const { hostname } = URL.parse(address) ?? { hostname: '' };
  const found = await lookup(hostname).then(
    (to) => `${hostname} leads to ${to.address}: make sure that it is this machine.`,
    () => `${hostname} leads nowhere yet: ask for the name, or correct it.`,
  );
  const taken = await Promise.all([80, 443].map(isTaken));
  return taken.includes(true) ? `${found} Port 80 or 443 is in use: by Caddy, or stop that program.` : found;
}

async function isTaken(port: number): Promise<boolean> {
  const server = createServer();
  const code = await new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code)).listen(port, () => done(null));
  });
  server.close();
  return code === 'EADDRINUSE';
}

async function tryMail(to: string, { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom = to }: Record<string, string>) {
  if (!smtpUrl) return 'No mail server is set, so nothing was sent.';
  const { fault, advice } = await sendTestMail({ smtpUrl, mailFrom }, to);
  return fault === null
    ? `A test email is on its way to ${to}.`
    : `The test email was refused: ${fault}. ${advice}`;
}

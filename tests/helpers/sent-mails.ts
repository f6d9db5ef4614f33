import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface ReceivedMail {
  to: string[];
  from: string;
  subject: string;
  text: string;
  /** The links in the text, in order. */
  links: string[];
}

/** The mails sent by a portal without SMTP, oldest first. */
export async function readOutbox(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^[^.].*\.eml$/.test(name)).toSorted();
  return Promise.all(files.map(async (name) => parse(await readFile(join(folder, name)))));
}

async function parse(message: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(message);
  const text = mail.text ?? '';
  return {
    to: (mail.to ?? []).map((address) => address.address ?? ''),
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

/** The token in a mailed link. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  const token = mail?.links[0] && new URL(mail.links[0]).searchParams.get('token');
  if (!token) throw new Error(`no link with a token in: ${mail?.text ?? 'no mail'}`);
  return token;
}

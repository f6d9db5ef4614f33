import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** Waits for a mail to `address` in the outbox folder, and returns the newest. */
export async function mailTo(
  dataDir: string,
  address: string,
  subject: RegExp,
): Promise<{ text: string; link: string }> {
  let text = '';
  await expect(async () => {
    const folder = join(dataDir, 'outbox');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
    const mail = mails
      .filter(
        (one) =>
          (one.to ?? []).some((recipient) => recipient.address === address) &&
          subject.test(one.subject ?? ''),
      )
      .at(-1);
    expect(mail, `a mail to ${address}`).toBeDefined();
    text = mail?.text ?? '';
  }).toPass({ timeout: 15_000 });
  return { text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' };
}

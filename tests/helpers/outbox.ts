import { expect } from '@playwright/test';
import { type ReceivedMail, readOutbox } from './sent-mails.ts';

/** Waits for a mail to `address` in the outbox folder, and returns the newest. */
export async function mailTo(
  dataDir: string,
  address: string,
  subject: RegExp,
): Promise<{ text: string; link: string }> {
  let mail: ReceivedMail | undefined;
  await expect(async () => {
    const mails = await readOutbox(dataDir);
    mail = mails.findLast((one) => one.to.includes(address) && subject.test(one.subject));
    expect(mail, `a mail to ${address}`).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return { text: mail?.text ?? '', link: mail?.links[0] ?? '' };
}

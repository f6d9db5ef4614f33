import { openTestApp, type TestAppOptions } from './app.ts';
import type { TestEngine } from './engines.ts';
import { type ArrivedMail, startSmtp } from './smtp.ts';

/** A portal with a separate mail server. */
export async function openWithSmtp(engine: TestEngine, options: TestAppOptions = {}) {
  const smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'SDC Portal <portal@sdc.example>', ...options.env };
  const portal = await openTestApp(engine, { ...options, env });
  /** Sends what is due, and gives all mails that have arrived. */
  async function arrived(): Promise<readonly ArrivedMail[]> {
    await portal.mails();
    return smtp.arrived;
  }
  return { smtp, portal, arrived };
}

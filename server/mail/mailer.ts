import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail in plain text. Addresses and subject are single lines. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Writes each mail as an `.eml` file, which a mail program opens, below `folder`. */
export function createFileMailer(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`;
      const draft = join(folder, `.${name}`);
      // Renamed when whole, so that nobody picks up half a mail.
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}

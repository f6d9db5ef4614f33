import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listening } from '#tests/helpers/listen.ts';
import { runPortal } from '#tests/helpers/portal-command.ts';

it('mail test names the scheme that smtps should be', async () => {
  const greet = (socket: Socket) =>
    void socket
      .on('error', () => {})
      .resume()
      .write('220 mail.example ESMTP\r\n');
  const port = await listening(createServer(greet));
  const { code, err } = await runPortal(['mail', 'test', 'you@example.org'], {
    SMTP_URL: `smtps://127.0.0.1:${port}`,
    MAIL_FROM: 'portal@club.example',
  });
  expect(code).toBe(1);
  expect(err).toMatch(/\. This port does not begin with TLS\. .+ in SMTP_URL, write smtp:\/\/, .+\n$/);
});

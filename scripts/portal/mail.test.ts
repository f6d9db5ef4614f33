import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listening } from '#tests/helpers/listen.ts';
import { runPortal } from '#tests/helpers/portal-command.ts';

it.each([
  [
    'smtps',
    '220 mail.example ESMTP\r\n',
    /\. This port does not begin with TLS\. .+ in SMTP_URL, write smtp:\/\/, .+\n$/,
  ],
  ['smtp', '', /\. The server says nothing\. .+ in SMTP_URL, write smtps:\/\/\.\n$/],
])('mail test names the scheme that %s should be', { timeout: 60_000 }, async (scheme, greeting, line) => {
  const port = await listening(
    createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .write(greeting),
    ),
  );
  const { code, err } = await runPortal(['mail', 'test', 'you@example.org'], {
    SMTP_URL: `${scheme}://127.0.0.1:${port}`,
    MAIL_FROM: 'portal@club.example',
  });
  expect(code).toBe(1);
  expect(err).toMatch(line);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { cleanUpAfterwards } from './clean-up.ts';

/** How the mail server treats a mail: accepts it, rejects its sender, never responds, or disconnects in the middle. */
export type SmtpMood = 'take' | 'refuse' | 'hang' | 'die';

/** A received mail: the recipients of its envelope, and the parsed mail. */
export interface ArrivedMail {
  recipients: string[];
  mail: Email;
  source: string;
}

export interface TestSmtp {
  url: string;
  /** For all mails, or for each by the number of the attempt. */
  mood: SmtpMood | ((attempt: number) => SmtpMood);
  /** The answer to a recipient's address that is refused: '550 5.1.1 No such user'. */
  refuses: (address: string) => string | undefined;
  readonly arrived: ArrivedMail[];
  /** Delivery attempts so far, whatever their outcome. */
  attempts(): number;
}

interface SmtpOptions extends Partial<Pick<TestSmtp, 'mood' | 'refuses'>> {
  /** The password that a client must sign in with; by default none signs in. */
  password?: string;
  /** The answer to another password, if it is not 535. */
  wrongPassword?: number;
}

/** A real mail server on a free loopback port, stopped when the test, or otherwise its file, ends. */
export async function startSmtp({
  mood = 'take',
  refuses = () => undefined,
  password,
  wrongPassword: responseCode,
}: SmtpOptions = {}): Promise<TestSmtp> {
  const arrived: ArrivedMail[] = [];
  let attempts = 0;
  /** The mood for the mail that each connection brings. */
  const moods = new Map<string, SmtpMood>();
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(Object.assign(new Error('Invalid login'), responseCode && { responseCode })),
    onMailFrom(_address, session, done) {
      attempts += 1;
      const now = typeof smtp.mood === 'function' ? smtp.mood(attempts) : smtp.mood;
      moods.set(session.id, now);
      if (now === 'refuse') done(new Error('Mailbox is full'));
      else if (now !== 'hang') done();
    },
    onRcptTo({ address }, _session, done) {
      const answer = smtp.refuses(address);
      if (answer === undefined) done();
      else done(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      if (moods.get(session.id) === 'die') {
        stream.once('data', () => {
          for (const connection of server.connections) if (connection.id === session.id) connection.close();
        });
        return;
      }
      buffer(stream)
        .then(async (source) => {
          arrived.push({
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            mail: await PostalMime.parse(source),
            source: source.toString('utf8'),
          });
          done();
        })
        .catch(done);
    },
  });
  // A portal that gives up on an unresponsive server closes the connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mood,
    refuses,
    arrived,
    attempts: () => attempts,
  };
  cleanUpAfterwards(async () => {
    const closed = new Promise<void>((resolve) => server.close(resolve));
    for (const connection of server.connections) connection.close();
    await closed;
  });
  return smtp;
}

import { type MailSettings, mailVariables } from '#domain/mail-settings.ts';
import type { Config } from '#server/config/config.ts';
import { sealedState } from '#server/store/sealed-state.ts';

/** How mail is sent now. These fields of the configuration follow the settings; all parts read them at the moment of use. */
export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'contactInbox' | 'bulkMailPerDay'>;

type MailPart = keyof typeof mailVariables;
const mailParts = Object.keys(mailVariables) as MailPart[];

/** The parts that the environment sets. They take precedence over the settings. */
export function mailPartsOfEnvironment({ setVariables }: Pick<Config, 'setVariables'>): MailPart[] {
  return mailParts.filter((part) => setVariables.includes(mailVariables[part]));
}

/** The mail configuration of the environment and, where it sets nothing, of the settings. */
export function mailConfigOf(
  environment: Pick<Config, keyof MailConfig | 'setVariables' | 'demo'>,
  settings: MailSettings,
  password: string | null,
): MailConfig {
  const given = mailPartsOfEnvironment(environment);
  const { smtpUrl, mailFrom, contactInbox, bulkMailPerDay } = environment;
  return {
    // A demo says on every page that nothing is mailed.
    smtpUrl: given.includes('server') || environment.demo ? smtpUrl : smtpUrlOf(settings, password),
    mailFrom: given.includes('sender') ? mailFrom : settings.sender || mailFrom,
    contactInbox: given.includes('contactInbox') ? contactInbox : (settings.contactInbox ?? undefined),
    bulkMailPerDay: given.includes('perDay') ? bulkMailPerDay : settings.perDay,
  };
}

const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' };

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Whether it can be the name or the address of a server: no mail can be sent by any other, such as a name with a port. */
export function isServer(host: string): boolean {
  return URL.canParse(`https://${urlHost(host)}`);
}

/** The address of the mail server, in the form of SMTP_URL; undefined without one. */
function smtpUrlOf(
  { host, port, security, user }: MailSettings,
  password: string | null,
): string | undefined {
  if (host === '') return undefined;
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${urlHost(host)}:${port}${options[security]}`;
}

/** The password of one user of one mail server. */
export const mailPassword = sealedState<Pick<MailSettings, 'host' | 'user'>>(
  'mail-password',
  'portal: password of the mail server',
  ({ host, user }) => `${user} ${host}`,
);

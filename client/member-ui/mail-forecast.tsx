import { useQuery } from '@tanstack/react-query';
import { adminKey } from '#client/lib/admin-keys.ts';
import { formatCount, formatNumber, momentText, timeZone } from '#client/lib/format.ts';
import { listQuery } from '#client/lib/list-state.ts';
import { readQuery } from '#client/lib/read-query.ts';
import typography from '#client/ui/typography.module.css';
import { type MailForecast as Forecast, type MailForecastQuery, mailForecast } from '#domain/bulk-mail.ts';
import { type AnswerBy, answerUntil } from '#domain/rounds.ts';

const dayLength = 24 * 60 * 60_000;

const texts = {
  mails: (count: number) => `${formatCount(count, 'email', 'emails')}.`,
  files: 'This portal has no mail server, so they are only saved as files on the server.',
  parked: 'The mail server accepts no emails at the moment. They wait until it does.',
  results: (count: number) => `${formatNumber(count)} about results`,
  messages: (count: number) => `${formatNumber(count)} of earlier messages`,
  before: (parts: string[]) => `Before them go ${parts.join(' and ')}.`,
  late: 'Who gets theirs last would have less than a day to answer. Give them longer.',
  end: (moment: string, perDay: number) =>
    `At most ${formatNumber(perDay)} go out within 24 hours: the last one is expected on ${moment}.`,
} as const;

function forecastQuery(wanted: MailForecastQuery) {
  return readQuery(
    [...adminKey, 'mail-forecast', wanted],
    `/api/admin/mail-forecast?${listQuery(wanted)}`,
    mailForecast,
  );
}

interface MailForecastProps extends MailForecastQuery {
  /** How long those who get them have to answer, if they are asked. */
  answerBy?: AnswerBy | null;
}

/** In a question that sends bulk emails: how many, what goes before them, and when the last one is expected. */
export function MailForecast({ answerBy = null, ...wanted }: MailForecastProps) {
  const { data } = useQuery(forecastQuery(wanted));
  if (wanted.mails === 0) return null;
  return (
    <p className={typography.soft} role="status">
      {texts.mails(wanted.mails)} {data && forecastText(data)}
      {answerBy !== null && data?.expectedEnd && isLate(data.expectedEnd, answerBy) && ` ${texts.late}`}
    </p>
  );
}

function isLate(end: string, by: AnswerBy): boolean {
  return Date.parse(end) + dayLength > Date.parse(answerUntil(by, Date.now(), timeZone()));
}

function forecastText({ before, perDay, sendsMail, parked, expectedEnd }: Forecast): string {
  if (!sendsMail) return texts.files;
  const parts = [
    ...(before.results > 0 ? [texts.results(before.results)] : []),
    ...(before.messages > 0 ? [texts.messages(before.messages)] : []),
  ];
  return [
    ...(parts.length > 0 ? [texts.before(parts)] : []),
    ...(parked ? [texts.parked] : []),
    ...(expectedEnd ? [texts.end(momentText(expectedEnd), perDay)] : []),
  ].join(' ');
}

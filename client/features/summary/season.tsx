import { Link } from 'react-router';
import { dayText, formatNumber, timeZone } from '#client/lib/format.ts';
import { useNow } from '#client/lib/use-now.ts';
import cell from '#client/member-ui/cell.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import { AgoTime } from '#client/ui/ago-time.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { AdminSummary } from '#domain/admin.ts';
import { isPast, moment, timeLeft } from '#domain/days.ts';
import { trackLabels } from '#domain/member-choices.ts';
import type { StepStatus } from '#domain/progress.ts';
import { Checklist } from './checklist.tsx';
import { RegistrationsChart } from './registrations-chart.tsx';
import classes from './season.module.css';
import { seasonTexts as texts } from './texts.ts';

/** The first screen: who came, what waits and what is due; on a new portal the first steps before that. */
export function Season({ summary, isNew }: { summary: AdminSummary; isNew: boolean }) {
  return (
    <div className={`${layout.card} ${classes.season}`}>
      {isNew && <Checklist plain />}
      <Panel plain title={texts.came}>
        <RegistrationsChart days={summary.registrationsPerDay} />
      </Panel>
      <Waiting summary={summary} />
      <Due summary={summary} />
    </div>
  );
}

function Waiting({ summary: { waits } }: { summary: AdminSummary }) {
  const now = useNow();
  const lines = texts.waits.filter(({ what }) => waits[what].count > 0);
  return (
    <Panel
      plain
      title={texts.waiting}
      aside={lines.length > 0 && <span className={typography.fact}>{texts.oldest}</span>}
    >
      <div className={layout.stackL}>
        {lines.length === 0 && <p className={typography.soft}>{texts.nothing}</p>}
        <ul className={layout.divided}>
          {lines.map(({ what, one, many, to }) => {
            const { count, oldest } = waits[what];
            return (
              <li key={what} className={classes.line}>
                <Link to={to} className={typography.name ?? ''}>
                  <span className={classes.count}>{formatNumber(count)}</span>{' '}
                  <span>{count === 1 ? one : many}</span>
                </Link>
                {oldest && <AgoTime className={typography.fact} at={oldest} now={now} short />}
              </li>
            );
          })}
        </ul>
        <div className={layout.actions}>
          {waits.reviews.count > 0 && (
            <NextLink variant="filled" to="/admin/review">
              {texts.review}
            </NextLink>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The dates of the season: those that have passed, today, and those to come. */
function Due({ summary: { dates, hearBy } }: { summary: AdminSummary }) {
  const now = useNow();
  const zone = timeZone();
  const passed = dates.filter(({ at }) => isPast(at, now)).length;
  const days = dates.map(({ date, track, at }) => ({
    at,
    label: track ? `${texts.dates[date]}, ${trackLabels[track]}` : texts.dates[date],
    left: isPast(at, now) ? '' : timeLeft(at, now, zone),
    status: (isPast(at, now) ? 'completed' : 'pending') as StepStatus,
  }));
  const today = { at: new Date(now).toISOString(), label: texts.today, left: '', status: 'current' as const };
  return (
    <Panel
      plain
      title={texts.due}
      aside={
        dates.length > 0 && (
          <span className={typography.label}>
            <TextLink to="/admin/settings/dates">{texts.toDates}</TextLink>
          </span>
        )
      }
    >
      <ol>
        {days.toSpliced(passed, 0, today).map(({ at, label, left, status }) => (
          <li key={label} className={classes.date} data-status={status}>
            <span className={cell.small}>
              <Cell status={status} />
            </span>
            <time className={typography.fact} dateTime={at}>
              {dayText(at, '')}
            </time>
            <span>{label}</span>
            <span className={typography.fact}>{left}</span>
          </li>
        ))}
      </ol>
      {dates.length === 0 && (
        <div className={layout.actions}>
          <p className={`${layout.whole} ${typography.note}`}>{texts.noDates}</p>
          <ButtonLink to="/admin/settings/dates">{texts.setDates}</ButtonLink>
        </div>
      )}
      {hearBy && (
        <p className={typography.note}>
          {isPast(hearBy.at, now)
            ? texts.passed(moment(hearBy.at, zone))
            : texts.ahead(moment(hearBy.at, zone), timeLeft(hearBy.at, now, zone))}{' '}
          <TextLink to="/admin/results">{texts.withoutResult(hearBy.withoutResult)}</TextLink>
        </p>
      )}
    </Panel>
  );
}

import { chartTexts as texts } from '#client/features/summary/texts.ts';
import { formatNumber } from '#client/lib/format.ts';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import hidden from '#client/ui/visually-hidden.module.css';
import type { AdminSummary } from '#domain/admin.ts';
import classes from './registrations-chart.module.css';

const dayNames = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day such as '2026-09-01' as 'Sep 1'. */
function dayName(date: string): string {
  return dayNames.format(new Date(date));
}

/** Registrations per day as bars: a bar shows its value on hover, and a table has them all. */
export function RegistrationsChart({ days }: { days: AdminSummary['registrationsPerDay'] }) {
  const top = scaleTop(Math.max(...days.map(({ count }) => count)));
  const all = days.reduce((sum, { count }) => sum + count, 0);
  const middle = days[Math.floor(days.length / 2)];
  return (
    <figure className={layout.stackL}>
      <figcaption className={typography.note}>{texts.total(all, days.length)}</figcaption>
      <div className={`${typography.fact} ${classes.plot}`} aria-hidden="true">
        <div className={classes.scale}>
          <span>{formatNumber(top)}</span>
          <span>{formatNumber(top / 2)}</span>
          <span>0</span>
        </div>
        <div className={classes.bars}>
          {days.map(({ day, count }) => (
            <div key={day} className={classes.day} title={`${dayName(day)}: ${count}`}>
              <div className={classes.bar} style={{ height: `${(100 * count) / top}%` }} />
            </div>
          ))}
        </div>
        <div className={`${layout.ends} ${classes.days}`}>
          {[days[0], middle, days.at(-1)].map(
            (each) => each && <span key={each.day}>{dayName(each.day)}</span>,
          )}
        </div>
      </div>
      <div className={hidden.hidden}>
        <table>
          <caption>{texts.registrations}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{texts.count}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The end of a scale from 0 that includes `value`, with an integer in the middle: 2, 4, 10, 20, 40, 100 and so on. */
export function scaleTop(value: number): number {
  let unit = 1;
  for (;;) {
    for (const step of [2, 4, 10]) if (value <= step * unit) return step * unit;
    unit *= 10;
  }
}

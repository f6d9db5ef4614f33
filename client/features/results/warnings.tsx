import { IconAlertTriangle } from '@tabler/icons-react';
import layout from '#client/ui/layout.module.css';
import { TextLink } from '#client/ui/text-link.tsx';
import type { ResultsView } from '#domain/results.ts';
import { countDecided } from './outcome-counts.tsx';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

/** Facts to know before a release, each with the page that changes it. */
export function Warnings({ results }: { results: ResultsView }) {
  const undecided = countDecided(results, false);
  const { releasedAt, unreviewed, unsentEmails } = results;
  // Once the results are out, a submission to review or another email is nothing to wait for.
  const before = releasedAt === null;
  const warnings = [
    {
      count: undecided,
      text: texts.undecided(undecided),
      to: '/admin?outcome=none',
      link: texts.undecidedLink,
    },
    {
      count: before ? unreviewed : 0,
      text: texts.unreviewed(unreviewed),
      to: '/admin/review',
      link: texts.unreviewedLink,
    },
    {
      count: before ? unsentEmails : 0,
      text: texts.unsent(unsentEmails),
      to: '/admin/health',
      link: texts.unsentLink,
    },
  ].filter(({ count }) => count > 0);
  if (warnings.length === 0) return null;
  return (
    <ul className={layout.stackS}>
      {warnings.map(({ text, to, link }) => (
        <li key={to} data-tone="warning" className={`${layout.card} ${layout.media} ${classes.warning}`}>
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          <span>
            {text} <TextLink to={to}>{link}</TextLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

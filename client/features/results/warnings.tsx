import { IconAlertTriangle } from '@tabler/icons-react';
import { TextLink } from '#client/ui/text-link.tsx';
import type { ResultsView } from '#domain/results.ts';
import { countDecided } from './outcome-counts.tsx';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

/** Facts to know before a release, each with the page that changes it. */
export function Warnings({ results }: { results: ResultsView }) {
  const undecided = countDecided(results, false);
  const { unreviewed, unsentEmails } = results;
  const warnings = [
    {
      count: undecided,
      text: texts.undecided(undecided),
      to: '/admin?outcome=none',
      link: texts.undecidedLink,
    },
    {
      count: unreviewed,
      text: texts.unreviewed(unreviewed),
      to: '/admin/review',
      link: texts.unreviewedLink,
    },
    { count: unsentEmails, text: texts.unsent(unsentEmails), to: '/admin/health', link: texts.unsentLink },
  ].filter(({ count }) => count > 0);
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings}>
      {warnings.map(({ text, to, link }) => (
        <li key={to} className={classes.warning}>
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          <span>
            {text} <TextLink to={to}>{link}</TextLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

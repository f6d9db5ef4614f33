import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ButtonAnchor } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import type { ResultPanel } from '#domain/results.ts';
import { CertificateChoice } from './certificate-choice.tsx';
import { resultQuery } from './queries.ts';
import classes from './result-news.module.css';
import { myResultTexts as texts } from './texts.ts';

/**
 * The member's result in the club's words, once it is released; until then nothing. It appears while the page is open,
 * so its place is a live region from the start.
 */
export function ResultNews({ spaced = false }: { spaced?: boolean }) {
  const { data } = useQuery(resultQuery);
  return (
    <div className={classes.place} data-spaced={spaced || undefined} aria-live="polite">
      {data?.panel && <Result panel={data.panel} />}
    </div>
  );
}

function Result({ panel: { outcome, title, text, next, link, date, certificate } }: { panel: ResultPanel }) {
  return (
    <Panel title={texts.title} quiet>
      <div className={layout.stackL} data-outcome={outcome}>
        <p className={`${typography.wrap} ${classes.title}`}>{title}</p>
        <p className={typography.written}>
          <LinkedText text={text} />
        </p>
        {(next || link || date) && (
          <div className={layout.stackS}>
            <h3 className={typography.heading}>{texts.next}</h3>
            {date && (
              <p>
                <time className={typography.name} dateTime={date}>
                  {longDay(date)}
                </time>
              </p>
            )}
            {next && (
              <p className={typography.written}>
                <LinkedText text={next} />
              </p>
            )}
            {link && (
              <div className={layout.row}>
                <ButtonAnchor
                  href={link.href}
                  variant="default"
                  target="_blank"
                  rel="noopener noreferrer"
                  rightSection={<IconArrowRight size={18} stroke={2} aria-hidden="true" />}
                >
                  {link.label}
                </ButtonAnchor>
              </div>
            )}
          </div>
        )}
        {outcome === 'selected' && <CertificateChoice certificate={certificate} />}
      </div>
    </Panel>
  );
}

/** A day without a time is the same everywhere. */
function longDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
}

import { useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, type RefObject, useRef, useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { timeZone } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNow } from '#client/lib/use-now.ts';
import { hasPoster, resultQuery, useResult } from '#client/member-ui/answer-queries.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconArrowRight } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { AskingButton } from '#client/ui/question.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { moment, timeLeft } from '#domain/days.ts';
import type { Place, PlaceAnswer } from '#domain/places.ts';
import { certificateAnswer, memberResult, type ResultPanel } from '#domain/results.ts';
import { placeChoiceTexts, myResultTexts as texts } from './my-result-texts.ts';
import { Poster } from './poster.tsx';
import classes from './result-news.module.css';
import { savePicture } from './save-picture.ts';

/**
 * The member's result in the club's words, once it is released; until then nothing. It appears while the page is open,
 * so its place is a live region from the start.
 */
export function ResultNews() {
  const panel = useResult();
  return (
    <div className={layout.place} aria-live="polite">
      {panel && (
        <Panel title={texts.title} quiet>
          <ResultWords panel={panel} />
        </Panel>
      )}
    </div>
  );
}

/** A result that has no poster, in the club's words, with other buttons beside the club's. */
export function ResultWords({ panel, children }: PropsWithChildren<{ panel: ResultPanel }>) {
  const { outcome, title, text, note, place } = panel;
  const words = (
    <div className={layout.stackL} data-outcome={outcome}>
      <p className={`${typography.wrap} ${typography.headline} ${classes.title}`}>{title}</p>
      {[text, note].filter(Boolean).map((words) => (
        <p key={words} className={`${typography.written} ${typography.soft}`}>
          <LinkedText text={words} />
        </p>
      ))}
      {hasNext(panel) && (
        <div className={layout.stackM}>
          <h3 className={typography.heading}>{texts.next}</h3>
          <ResultNext panel={panel}>{children}</ResultNext>
        </div>
      )}
      {!hasNext(panel) && children && <div className={layout.actions}>{children}</div>}
    </div>
  );
  if (!place && !isTaken(panel)) return words;
  return (
    <div className={layout.split}>
      {words}
      <div className={layout.stackL}>
        <PlaceAndCertificate panel={panel} />
      </div>
    </div>
  );
}

/** A selection as the poster, with the heading of the page on it, and what comes next below. */
export function ResultPoster({
  heading,
  panel,
  isNew,
}: {
  heading: string;
  panel: ResultPanel;
  isNew: boolean;
}) {
  const field = useRef<HTMLElement>(null);
  const save = <SavePicture panel={panel} field={field} />;
  return (
    <>
      <Poster ref={field} heading={heading} panel={panel} small={panel.place?.state === 'open'} isNew={isNew}>
        <PlaceAndCertificate panel={panel}>
          <div data-wide-only>{save}</div>
        </PlaceAndCertificate>
      </Poster>
      {/* On a phone the first screen ends with the main action. */}
      {isTaken(panel) && <div className={`${layout.place} ${layout.actions} ${layout.narrow}`}>{save}</div>}
      {hasNext(panel) && (
        <div className={layout.place}>
          <Panel title={texts.next} quiet>
            <div className={layout.split}>
              <ResultNext panel={panel} />
            </div>
          </Panel>
        </div>
      )}
    </>
  );
}

/** The question for the place, and then the certificate. */
function PlaceAndCertificate({ panel, children }: PropsWithChildren<{ panel: ResultPanel }>) {
  const { place, certificate } = panel;
  return (
    <>
      {place && <PlaceChoice place={place} />}
      {isTaken(panel) && <CertificateChoice certificate={certificate}>{children}</CertificateChoice>}
    </>
  );
}

function isTaken({ outcome, place }: ResultPanel): boolean {
  return outcome === 'selected' && (place === null || place.state === 'confirmed');
}

function hasNext({ next, link, date }: ResultPanel): boolean {
  return Boolean(next || link || date);
}

/** The club's next step for a member with a result. */
function ResultNext({ panel, children }: PropsWithChildren<{ panel: ResultPanel }>) {
  const { next, link, date } = panel;
  return (
    <>
      <div className={layout.stackS}>
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
      </div>
      {(link || children) && (
        <div className={layout.actions}>
          {link && (
            <ButtonAnchor
              href={link.href}
              variant={hasPoster(panel) ? 'default' : 'filled'}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<IconArrowRight size={18} stroke={2} aria-hidden="true" />}
            >
              {link.label}
            </ButtonAnchor>
          )}
          {children}
        </div>
      )}
    </>
  );
}

/** A day without a time is the same everywhere. */
function longDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
}

/** Saves the poster as a picture. */
function SavePicture({ panel, field }: { panel: ResultPanel; field: RefObject<HTMLElement | null> }) {
  const { name } = useClub();
  const [failed, setFailed] = useState(false);
  return (
    <>
      <Button
        onClick={async () => {
          setFailed(false);
          if (field.current) await savePicture(field.current, panel, name).catch(() => setFailed(true));
        }}
      >
        {texts.savePicture}
      </Button>
      {failed && <Notice tone="error">{texts.pictureFailed}</Notice>}
    </>
  );
}

/** Asks for the page that shows to anybody that the member was selected, and removes it. */
function CertificateChoice({ certificate, children }: Pick<ResultPanel, 'certificate'> & PropsWithChildren) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      request('/api/me/certificate', certificateAnswer, { method, body: {} }),
    onSuccess: (answer) => {
      client.setQueryData(resultQuery.queryKey, (shown) =>
        shown?.panel ? { panel: { ...shown.panel, ...answer } } : shown,
      );
    },
  });
  const address = `/certificate/${certificate}`;
  return (
    <div className={layout.stackM}>
      <div className={layout.actions}>
        {certificate ? (
          <ButtonAnchor id={certificateId} href={address} variant="filled">
            {texts.open}
          </ButtonAnchor>
        ) : (
          <Button
            id={certificateId}
            variant="filled"
            busy={change.isPending}
            onClick={() => change.mutate('POST')}
          >
            {change.isPending ? texts.asking : texts.ask}
          </Button>
        )}
        {children}
      </div>
      <p className={typography.note} data-wide-only={!certificate || undefined}>
        {certificate ? texts.removed : texts.certificate}
      </p>
      {certificate && (
        <p className={`${typography.note} ${layout.line}`}>
          <CopyButton inText text={new URL(address, window.location.origin).href} label={texts.copy} />
          {' · '}
          <LinkButton busy={change.isPending} onClick={() => change.mutate('DELETE')}>
            {texts.remove}
          </LinkButton>
        </p>
      )}
      {change.isError && <Notice tone="error">{texts.failed(failureMessage(change.error))}</Notice>}
    </div>
  );
}

/** The button that a confirmed place leads to. */
const certificateId = 'certificate';

/** Asks whether the member takes the place; a confirmed one can be given back. */
function PlaceChoice({ place }: { place: Place }) {
  const client = useQueryClient();
  const left = timeLeft(place.until, useNow(), timeZone());
  const answer = useMutation({
    mutationFn: (body: { answer: PlaceAnswer }) =>
      request('/api/me/place', memberResult, { method: 'POST', body }),
    // A refusal says that the place is not as the page shows it.
    onSettled: async (_, error, { answer: given }) => {
      await client.invalidateQueries({ queryKey: resultQuery.queryKey });
      // The pressed button is gone then.
      if (!error && given === 'yes')
        requestAnimationFrame(() => document.getElementById(certificateId)?.focus());
    },
  });
  if (place.state !== 'open' && place.state !== 'confirmed') return null;
  const isOpen = place.state === 'open';
  return (
    <div className={layout.stackS}>
      <p className={isOpen ? typography.name : typography.prose}>
        {isOpen ? placeChoiceTexts.ask : placeChoiceTexts.confirmed}
      </p>
      {isOpen && (
        <p className={typography.fact} suppressHydrationWarning>
          {placeChoiceTexts.until(moment(place.until, timeZone()), left)}
        </p>
      )}
      <div className={`${layout.actions} ${layout.above}`}>
        {isOpen && (
          <Button variant="filled" busy={answer.isPending} onClick={() => answer.mutate({ answer: 'yes' })}>
            {placeChoiceTexts.yes}
          </Button>
        )}
        <AskingButton
          variant={isOpen ? 'default' : 'subtle'}
          busy={answer.isPending}
          question={placeChoiceTexts.question}
          onYes={() => answer.mutate({ answer: 'no' })}
        >
          {isOpen ? placeChoiceTexts.no : placeChoiceTexts.giveBack}
        </AskingButton>
      </div>
      {answer.error && <Notice tone="error">{placeChoiceTexts.failed(failureMessage(answer.error))}</Notice>}
    </div>
  );
}

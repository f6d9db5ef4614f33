import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { useClub } from '#client/lib/club.ts';
import { causeOf, useProblem } from '#client/lib/use-problem.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { Cell } from '#client/member-ui/cell.tsx';
import { useSelectTrack } from '#client/member-ui/mutations.ts';
import { trackChangeNote } from '#client/member-ui/texts.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import cover from '#client/ui/cover.module.css';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { savedMessageMs, type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { trackMessages } from '#domain/members.ts';
import page from './dashboard-page.module.css';
import { dashboardTexts, trackSummaries } from './texts.ts';
import classes from './track-picker.module.css';

/** The part of the dashboard's address that leads to the picker. */
const trackHash = '#track';

interface TrackPickerProps {
  /** The stored track; null if none is chosen, undefined if that is unknown. */
  current: Track | null | undefined;
  loading: boolean;
  /** Finished work that a change of track affects. */
  member: Pick<Member, 'githubLink' | 'taskCompleted'> | null | undefined;
  /** Choosing a track is the page's main action: the cards name their tasks, and the button then leads to the task. */
  main: boolean;
}

/** The chosen track and its saving. A failed save keeps the choice. */
function useTrackChoice(current: TrackPickerProps['current']) {
  const { selectTrack, busy } = useSelectTrack();
  const [choice, setChoice] = useState<Track | null>(null);
  const [success, showSuccess] = useTransientMessage(savedMessageMs);
  const { problem: failure, show, clear } = useProblem();
  const selected = choice ?? current ?? null;
  const different = selected !== null && selected !== current;

  function choose(track: Track) {
    setChoice(track);
    clear();
  }

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!selected || !different) return;
    clear();
    showSuccess(null);
    selectTrack(
      { developmentTrack: selected },
      {
        onSuccess: () => {
          // Keep a choice that was made while this one was being saved.
          setChoice((latest) => (latest === selected ? null : latest));
          showSuccess(trackMessages.saved);
        },
        onError: (error) => show({ alert: trackMessages.failed }, causeOf(error)),
      },
    );
  }

  function explainEmpty(event: KeyboardEvent) {
    // With a disabled submit button the browser ignores Enter without saying why.
    if (event.key === 'Enter' && !selected) show({ alert: trackMessages.none }, 'schema');
  }

  return { selected, different, busy, success, failure, choose, save, explainEmpty };
}

/**
 * Chooses the development track (spec, points 4 and 5) from four cards. The save button is enabled only for a choice
 * that differs from the stored one.
 */
export function TrackPicker({ current, loading, member, main }: TrackPickerProps) {
  const { selected, different, busy, success, failure, ...choice } = useTrackChoice(current);
  const form = useRef<HTMLFormElement>(null);
  const { taskTitles } = useClub();
  /** In the place of the messages, which come and go without moving the page. */
  const missing = different ? dashboardTexts.unsaved : current === null && !selected && trackMessages.none;
  const note = member && selected && different ? trackChangeNote(member, selected) : null;

  const takeOver = useEffectEvent(() => {
    const { value } = form.current?.querySelector<HTMLInputElement>('input:checked') ?? {};
    const track = tracks.find((known) => known === value);
    if (track && track !== current) choice.choose(track);
  });
  // A track may have been chosen before the page was hydrated.
  useLayoutEffect(() => takeOver(), []);
  const isTarget = useIsHashTarget(form, loading);

  return (
    <Panel title={dashboardTexts.trackTitle} subtitle={dashboardTexts.trackSubtitle}>
      <form
        ref={form}
        // Before the page is hydrated, the form must not send its values in the address.
        method="dialog"
        className={classes.form}
        data-called={isTarget || undefined}
        onSubmit={choice.save}
        onKeyDown={choice.explainEmpty}
      >
        <div
          className={`${layout.tiles} ${classes.cards}`}
          role="radiogroup"
          aria-label={dashboardTexts.trackLabel}
        >
          {tracks.map((track) => (
            <TrackCard
              key={track}
              track={track}
              current={track === current}
              selected={track === selected}
              task={main ? taskTitles[track] : null}
              onSelect={() => choice.choose(track)}
            />
          ))}
        </div>
        <div className={`${layout.ends} ${layout.above} ${classes.footer}`}>
          <div className={`${typography.note} ${classes.message}`}>
            <div aria-live="polite">{note && !failure && <Notice tone="info">{note}</Notice>}</div>
            {failure && <Notice tone="error">{failure.alert}</Notice>}
            {/* Always rendered: a screen reader announces only changes inside an existing live region. */}
            <div role="status">
              {success && !failure && (
                <Notice tone="success" inLiveRegion>
                  {success}
                </Notice>
              )}
            </div>
            {!success && !failure && !note && !loading && missing && <p>{missing}</p>}
          </div>
          {loading ? (
            <Skeleton width="9.5rem" height="44px" />
          ) : (
            <div className={`${layout.row} ${page.buttons}`}>
              <SubmitButton
                busy={busy}
                busyLabel={dashboardTexts.saving}
                disabled={!different}
                variant={main && !current ? 'filled' : 'default'}
              >
                {current ? dashboardTexts.updateTrack : dashboardTexts.saveTrack}
              </SubmitButton>
              {main && current && (
                <NextLink variant="filled" to="/user-tasks">
                  {dashboardTexts.viewTask}
                </NextLink>
              )}
            </div>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** Whether a link led to the picker itself: then it is scrolled to, has the focus, and shows for a moment that it does. */
function useIsHashTarget(form: RefObject<HTMLFormElement | null>, loading: boolean): boolean {
  const isTarget = useLocation().hash === trackHash;
  useEffect(() => {
    if (!isTarget || loading) return;
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelector<HTMLElement>(':checked, input')?.focus({ preventScroll: true });
  }, [isTarget, loading, form]);
  return isTarget;
}

interface TrackCardProps {
  track: Track;
  current: boolean;
  selected: boolean;
  /** The title of the track's task; null leaves it out. */
  task: string | null;
  onSelect: () => void;
}

function TrackCard({ track, current, selected, task, onSelect }: TrackCardProps) {
  const id = useId();
  const { icon: Glyph, color } = trackStyles[track];
  return (
    <label className={`${layout.card} ${cover.card} ${layout.stackM} ${classes.card}`} data-track={track}>
      <input
        className={classes.radio}
        type="radio"
        name="developmentTrack"
        value={track}
        checked={selected}
        data-takes-focus={selected || undefined}
        onChange={onSelect}
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text ${id}mark`}
      />
      <Glyph size={26} stroke={1.9} color={color} aria-hidden="true" />
      <span className={layout.stackXs}>
        <span id={`${id}title`} className={typography.heading}>
          {trackLabels[track]}
        </span>
        <span id={`${id}text`} className={typography.note}>
          {trackSummaries[track]}
          {task !== null && <span className={classes.task}>{dashboardTexts.task(task)}</span>}
        </span>
      </span>
      <span id={`${id}mark`} className={classes.mark} data-current={current || undefined}>
        {current && (
          <>
            <Cell status="completed" />
            <VisuallyHidden>{dashboardTexts.currentTrack}</VisuallyHidden>
          </>
        )}
      </span>
    </label>
  );
}

import { Link } from 'react-router';
import { clubSentence, useClub } from '#client/lib/club.ts';
import lists from '#client/member-ui/about-lists.module.css';
import cell from '#client/member-ui/cell.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import cover from '#client/ui/cover.module.css';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import classes from './about-hero.module.css';
import { aboutTexts as texts } from './texts.ts';

export function AboutHero() {
  const { name, university, recruitment, recruitmentStatus, about } = useClub();
  return (
    <header className={`${layout.stack2Xl} ${classes.hero}`}>
      <div>
        <p className={`${layout.media} ${typography.fact} ${classes.status}`}>
          <span className={cell.small}>
            <Cell status="completed" />
          </span>
          {recruitment.text ?? recruitmentStatus}
        </p>
        <h1 className={classes.title}>
          {clubSentence.map((part) => (
            <span key={part}>{part} </span>
          ))}
        </h1>
      </div>
      <section className={layout.stackS} aria-labelledby="mission">
        <h2 id="mission" className={typography.fact}>
          {texts.mission(university ? `${name}, ${university}` : name)}
        </h2>
        <p className={typography.prose}>{about.mission}</p>
        <div className={`${layout.actions} ${layout.above}`}>
          <NextLink variant="filled" to="/register">
            {texts.join}
          </NextLink>
          <ButtonLink to="/contact">{texts.contact}</ButtonLink>
        </div>
      </section>
      <ul className={`${layout.card} ${lists.cards} ${classes.tracks}`} aria-label={texts.tracks}>
        {tracks.map((track) => (
          <TrackTile key={track} track={track} />
        ))}
      </ul>
    </header>
  );
}

function TrackTile({ track }: { track: Track }) {
  const { taskTitles } = useClub();
  return (
    <li className={`${layout.media} ${cover.card} ${classes.track}`} data-track={track}>
      <span className={classes.cell}>
        <Cell status="completed" track={track} glyph={trackStyles[track].icon} />
      </span>
      <span className={`${layout.stackXs} ${layout.grow}`}>
        <Link
          className={`${cover.link} ${classes.link}`}
          to={track === 'web' ? '/tasks' : `/tasks?track=${track}`}
        >
          {trackLabels[track]}
        </Link>
        <span className={typography.note}>{taskTitles[track]}</span>
      </span>
      <IconChevronRight
        className={`${cover.arrow} ${layout.narrow}`}
        size={18}
        stroke={1.8}
        aria-hidden="true"
      />
    </li>
  );
}

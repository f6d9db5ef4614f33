import { trackStyles } from '#client/features/members/track-style.ts';
import { useClub } from '#client/lib/club.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import classes from './about-hero.module.css';
import { aboutTexts as texts } from './texts.ts';
import { TrackComb } from './track-comb.tsx';

/** The top of the About page: who we are, our mission, and how to join. */
export function AboutHero() {
  const { name, university, recruitmentStatus, about } = useClub();
  return (
    <header className={classes.hero}>
      <div className={classes.content}>
        <p className={classes.status}>{recruitmentStatus}</p>
        <h1 className={classes.title}>{texts.title(name)}</h1>
        {university && <p className={classes.university}>{university}</p>}
        <section aria-labelledby="mission" className={classes.mission}>
          <h2 id="mission" className={classes.missionTitle}>
            {texts.mission}
          </h2>
          <p className={classes.missionText}>{about.mission}</p>
        </section>
        <div className={classes.actions}>
          <ButtonLink to="/register">{texts.join}</ButtonLink>
          <ButtonLink to="/contact" variant="default">
            {texts.contact}
          </ButtonLink>
        </div>
        <ul className={classes.tracks} aria-label={texts.tracks}>
          {tracks.map((track) => {
            const { icon: Icon, color } = trackStyles[track];
            return (
              <li key={track} className={classes.track}>
                <Icon size={20} stroke={1.8} color={color} aria-hidden="true" />
                {trackLabels[track]}
              </li>
            );
          })}
        </ul>
      </div>
      <TrackComb />
    </header>
  );
}

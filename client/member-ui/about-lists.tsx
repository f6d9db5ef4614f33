import { useClub } from '#client/lib/club.ts';
import layout from '#client/ui/layout.module.css';
import { InitialsTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import { clubLeaders } from '#domain/club.ts';
import classes from './about-lists.module.css';
import { memberTexts } from './texts.ts';

/** Lists of the About page, which the settings show as a preview. */
export function Stats() {
  const { about } = useClub();
  return (
    <dl className={classes.stats} aria-label={memberTexts.figures}>
      {about.stats.map(({ value, label }) => (
        <div key={label} className={classes.stat}>
          <dt className={typography.soft}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Activities() {
  const { about } = useClub();
  return (
    <ul className={classes.columns}>
      {about.activities.map(({ title, schedule, text }) => (
        <li key={title} className={layout.stackS}>
          <h3 className={typography.title}>{title}</h3>
          <p className={typography.fact}>{schedule}</p>
          <p className={typography.prose}>{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function Leaders() {
  const club = useClub();
  return (
    <ul className={classes.columns}>
      {clubLeaders(club).map((leader) => (
        <li key={leader.role} className={`${layout.media} ${layout.top}`}>
          {leader.name && <InitialsTile name={leader.name} />}
          <div className={layout.stackS}>
            <h3 className={typography.title}>{leader.name ?? leader.role}</h3>
            {leader.name && <p className={typography.faint}>{leader.role}</p>}
            <p className={typography.prose}>{leader.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

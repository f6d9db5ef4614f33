import { Cell } from '#client/features/members/cell.tsx';
import { useClub } from '#client/lib/club.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { HexInitials } from '#client/ui/hex-icon.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { clubLeaders, openRolesLine, openRoleTitle } from '#domain/club.ts';
import { timeline } from '#domain/progress.ts';
import { AboutHero } from './about-hero.tsx';
import classes from './about-page.module.css';
import { AboutSection } from './about-section.tsx';
import { aboutTexts, joiningTexts } from './texts.ts';

/** Introduces the club to people who consider joining (spec, points 2 and 9). */
export function Component() {
  const club = useClub();
  const { about } = club;
  return (
    <div className={classes.page}>
      <AboutHero />
      <Stats />
      <AboutSection title={aboutTexts.activities}>
        <ul>
          {about.activities.map(({ title, schedule, text }) => (
            <li key={title} className={classes.activity}>
              <div>
                <h3 className={classes.name}>{title}</h3>
                <p className={classes.schedule}>{schedule}</p>
              </div>
              <p className={classes.text}>{text}</p>
            </li>
          ))}
        </ul>
      </AboutSection>
      <Joining />
      <AboutSection title={aboutTexts.reasons}>
        <ul className={classes.reasons}>
          {about.reasons.map(({ title, text }) => (
            <li key={title} className={classes.reason}>
              <h3 className={classes.name}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </li>
          ))}
        </ul>
      </AboutSection>
      <AboutSection title={aboutTexts.leadership}>
        <ul className={classes.leaders}>
          {clubLeaders(club).map((leader) => (
            <li key={leader.role} className={classes.leader}>
              {leader.name && <HexInitials name={leader.name} />}
              <div className={classes.content}>
                <h3 className={classes.name}>{leader.name ?? leader.role}</h3>
                {leader.name && <p className={typography.faint}>{leader.role}</p>}
                <p className={classes.text}>{leader.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </AboutSection>
      {about.openRoles.length > 0 && <OpenRoles />}
    </div>
  );
}

function Stats() {
  const { about } = useClub();
  return (
    <dl className={classes.stats} aria-label={aboutTexts.figures}>
      {about.stats.map(({ value, label }) => (
        <div key={label} className={classes.stat}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OpenRoles() {
  const { about } = useClub();
  return (
    <AboutSection title={aboutTexts.openRoles} lead={aboutTexts.lookingFor(openRolesLine(about.openRoles))}>
      <ul className={classes.openRoles}>
        {about.openRoles.map(({ team, text }) => (
          <li key={team} className={classes.openRole}>
            <h3 className={classes.name}>{openRoleTitle(team)}</h3>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}

/** The four steps after joining, in the spec's words. */
function Joining() {
  const [before, after] = joiningTexts.how;
  return (
    <AboutSection title={joiningTexts.title}>
      <div>
        <ol className={classes.steps}>
          {timeline(null).map(({ title }, index) => (
            <li key={title} className={classes.step}>
              <span className={classes.cell}>
                <Cell status="pending" later={index + 1} />
              </span>
              <div className={classes.content}>
                <h3 className={classes.name}>{title}</h3>
                <p className={classes.text}>{joiningTexts.steps[index]}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className={classes.terms}>
          {before} <TextLink to="/terms">{joiningTexts.terms}</TextLink> {after}
        </p>
        <ButtonLink to="/register" variant="default">
          {joiningTexts.button}
        </ButtonLink>
      </div>
    </AboutSection>
  );
}

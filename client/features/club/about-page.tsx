import { type ReactNode, useId } from 'react';
import { useClub } from '#client/lib/club.ts';
import lists from '#client/member-ui/about-lists.module.css';
import { Activities, Leaders, Stats } from '#client/member-ui/about-lists.tsx';
import { Cell } from '#client/member-ui/cell.tsx';
import { loginTexts } from '#client/session/texts.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { openRolesLine, openRoleTitle } from '#domain/club.ts';
import { timeline } from '#domain/progress.ts';
import { AboutHero } from './about-hero.tsx';
import classes from './about-page.module.css';
import { aboutTexts, joiningTexts } from './texts.ts';

/** Introduces the club to people who consider joining (spec, points 2 and 9). */
export function Component() {
  const club = useClub();
  const { about } = club;
  return (
    <div className={`${layout.stackL} ${classes.page}`}>
      <AboutHero />
      <Stats />
      <AboutSection title={aboutTexts.activities}>
        <Activities />
      </AboutSection>
      <Joining />
      <AboutSection title={aboutTexts.reasons}>
        <ul className={`${layout.card} ${lists.cards}`}>
          {about.reasons.map(({ title, text }) => (
            <li key={title} className={layout.stackS}>
              <h3 className={typography.title}>{title}</h3>
              <p className={typography.prose}>{text}</p>
            </li>
          ))}
        </ul>
      </AboutSection>
      <AboutSection title={aboutTexts.leadership}>
        <Leaders />
      </AboutSection>
      {about.openRoles.length > 0 && <OpenRoles />}
    </div>
  );
}

function OpenRoles() {
  const { about } = useClub();
  return (
    <AboutSection title={aboutTexts.openRoles} lead={aboutTexts.lookingFor(openRolesLine(about.openRoles))}>
      <ul className={`${layout.card} ${lists.cards}`}>
        {about.openRoles.map(({ team, text }) => (
          <li key={team} className={layout.stackS}>
            <h3 className={typography.title}>{openRoleTitle(team)}</h3>
            <p className={typography.prose}>{text}</p>
          </li>
        ))}
      </ul>
    </AboutSection>
  );
}

function Joining() {
  const [before, after] = joiningTexts.how;
  return (
    <AboutSection title={joiningTexts.title}>
      <div>
        <ol className={lists.columns}>
          {timeline(null).map(({ title }, index) => (
            <li key={title} className={`${layout.media} ${layout.top}`}>
              <span className={classes.cell}>
                <Cell status="pending" later={index + 1} />
              </span>
              <div className={layout.stackS}>
                <h3 className={typography.title}>{title}</h3>
                <p className={typography.prose}>{joiningTexts.steps[index]}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className={`${typography.soft} ${layout.above}`}>
          {before} <TextLink to="/terms">{joiningTexts.terms}</TextLink> {after}
        </p>
        <div className={`${layout.actions} ${layout.above}`}>
          <ButtonLink to="/register">{joiningTexts.button}</ButtonLink>
          <TextLink to="/help">{loginTexts.help}</TextLink>
        </div>
      </div>
    </AboutSection>
  );
}

interface AboutSectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

function AboutSection({ title, lead, children }: AboutSectionProps) {
  const id = useId();
  return (
    <section className={layout.stack2Xl} aria-labelledby={id}>
      <header className={layout.stackS}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {lead && <p className={typography.prose}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}

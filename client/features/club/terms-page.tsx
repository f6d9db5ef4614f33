import { useClub } from '#client/lib/club.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import classes from './terms-page.module.css';
import { termsTexts as texts } from './texts.ts';

/** The seven numbered terms (spec, point 2). */
export function Component() {
  const { name, terms } = useClub();
  return (
    <div className={classes.page}>
      <PageHeading title={texts.title} subtitle={texts.subtitle(name)} />
      <ol className={classes.terms}>
        {terms.map(({ title, text }, index) => (
          <li key={title} className={classes.term}>
            <h2 className={classes.title}>
              <span className={classes.number}>{index + 1}.</span> {title}
            </h2>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
      <p className={classes.more}>
        {texts.unclear} <TextLink to="/contact">{texts.ask}</TextLink>
        {texts.or} <TextLink to="/about">{texts.about}</TextLink>.
      </p>
    </div>
  );
}

import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { clubContent } from './content.ts';
import classes from './terms-page.module.css';

/** The seven numbered terms (spec, point 2). */
export function Component() {
  return (
    <div className={classes.page}>
      <PageHeading
        title="Terms and Conditions"
        subtitle={`The terms that you agree to when you join the ${clubContent.name}.`}
      />
      <ol className={classes.terms}>
        {clubContent.terms.map(({ title, text }, index) => (
          <li key={title} className={classes.term}>
            <h2 className={classes.title}>
              <span className={classes.number}>{index + 1}.</span> {title}
            </h2>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
      <p className={classes.more}>
        Anything unclear? <TextLink to="/contact">Ask the club leads</TextLink>, or read more{' '}
        <TextLink to="/about">about the club</TextLink>.
      </p>
    </div>
  );
}

import { useClub } from '#client/lib/club.ts';
import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { NumberTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import classes from './terms-page.module.css';
import { termsTexts as texts } from './texts.ts';

export function Component() {
  const { name, terms } = useClub();
  return (
    <div className={classes.page}>
      <PageHeading title={texts.title} subtitle={texts.subtitle(name)} />
      <ol className={`${layout.card} ${layout.divided}`}>
        {terms.map(({ title, text }, index) => (
          <li key={title} className={`${layout.padded} ${layout.media} ${layout.top}`}>
            <NumberTile size="s">{index + 1}</NumberTile>
            <div className={layout.stackS}>
              <h2 className={typography.title}>{title}</h2>
              <p className={typography.prose}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={`${typography.soft} ${layout.above}`}>
        {texts.unclear} <TextLink to="/contact">{texts.ask}</TextLink>
        {texts.or} <TextLink to="/about">{texts.about}</TextLink>.
      </p>
    </div>
  );
}

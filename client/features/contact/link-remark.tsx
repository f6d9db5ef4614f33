import { LinkButton } from '#client/ui/text-link.tsx';
import { linkTexts, understandLink } from '#domain/link-mark.ts';
import { withScheme } from '#domain/project-link.ts';
import classes from './link-remark.module.css';

interface LinkRemarkProps {
  /** As it is being typed. */
  link: string;
  onUse: (link: string) => void;
}

/** How a typed link is understood: its repository, or why reviewers may not be able to open it. It refuses nothing. */
export function LinkRemark({ link, onUse }: LinkRemarkProps) {
  const understood = understandLink(withScheme(link));
  return (
    <div className={classes.remark} aria-live="polite">
      {understood?.repository && (
        <p className={classes.repository}>
          {understood.repository} <span className={classes.host}>{understood.host}</span>
        </p>
      )}
      {understood?.mark && linkTexts.toAuthor[understood.mark] && (
        <p>{linkTexts.toAuthor[understood.mark]}</p>
      )}
      {understood?.meant && <Meant meant={understood.meant} onUse={onUse} />}
    </div>
  );
}

interface MeantProps {
  meant: { host: string; href: string };
  onUse: (link: string) => void;
}

function Meant({ meant: { host, href }, onUse }: MeantProps) {
  return (
    <p>
      {linkTexts.didYouMean(host)} <LinkButton onClick={() => onUse(href)}>{linkTexts.use(host)}</LinkButton>
    </p>
  );
}

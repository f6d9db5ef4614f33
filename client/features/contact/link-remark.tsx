import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { linkTexts, understandLink } from '#domain/link-mark.ts';
import { withScheme } from '#domain/project-link.ts';

interface LinkRemarkProps {
  link: string;
  onUse: (link: string) => void;
}

/** How a typed link is understood: its repository, or why reviewers may not be able to open it. It refuses nothing. */
export function LinkRemark({ link, onUse }: LinkRemarkProps) {
  const understood = understandLink(withScheme(link));
  return (
    <div className={`${typography.note} ${typography.wrap}`} aria-live="polite">
      {understood?.repository && (
        <p>
          <code>{understood.repository}</code> <span className={typography.faint}>{understood.host}</span>
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

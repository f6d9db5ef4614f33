import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { linkTexts } from '#domain/link-mark.ts';
import { cleanLink, projectLink, withScheme } from '#domain/project-link.ts';
import { hasCredentials } from '#domain/web-address.ts';

interface LinkRemarkProps {
  link: string;
  onUse: (link: string) => void;
}

/** How a typed link is understood: its repository, or why reviewers may not be able to open it. It refuses nothing. */
export function LinkRemark({ link, onUse }: LinkRemarkProps) {
  const { repository, host, mark, meant } = projectLink(cleanLink(withScheme(link))) ?? {};
  return (
    <div className={`${typography.note} ${typography.wrap}`} aria-live="polite">
      {repository && (
        <p>
          <code>{repository}</code> <span className={typography.faint}>{host}</span>
        </p>
      )}
      {hasCredentials(link) && <p>{linkTexts.credentials}</p>}
      {mark && linkTexts.toAuthor[mark] && <p>{linkTexts.toAuthor[mark]}</p>}
      {meant && (
        <p>
          {linkTexts.didYouMean(meant.host)}{' '}
          <LinkButton onClick={() => onUse(meant.href)}>{linkTexts.use(meant.host)}</LinkButton>
        </p>
      )}
    </div>
  );
}

import type { PageTexts } from '#domain/club.ts';
import { recruitmentNews } from '#domain/dates.ts';
import { type Content, timeZoneOf } from '#server/content.ts';

/** Composes the texts that every page carries: a new object only when one of them changes. */
export function pageTexts({ content }: { content: Content }): () => PageTexts {
  let latest: { of: unknown[]; texts: PageTexts } | undefined;
  return () => {
    const { club, registration, dates } = content;
    const recruitment = recruitmentNews(dates, Date.now(), timeZoneOf({ content }));
    const of = [club, registration, recruitment.open, recruitment.text];
    if (!latest || of.some((part, index) => part !== latest?.of[index])) {
      const departments = {
        registration: registration.departments,
        profile: registration.profileDepartments,
      };
      latest = { of, texts: { ...club, departments, recruitment } };
    }
    return latest.texts;
  };
}

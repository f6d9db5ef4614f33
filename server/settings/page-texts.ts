import { isDeepStrictEqual } from 'node:util';
import type { PageTexts } from '#domain/club.ts';
import { recruitmentNews } from '#domain/dates.ts';
import { type Content, timeZoneOf } from '#server/content.ts';

/** Composes the texts that every page carries: a new object only when the club's texts or the news of registration change. */
export function pageTexts({ content }: { content: Content }): () => PageTexts {
  let latest: { club: Content['club']; texts: PageTexts } | undefined;
  return () => {
    const { club, dates } = content;
    const recruitment = recruitmentNews(dates, Date.now(), timeZoneOf({ content }));
    const isSame = latest?.club === club && isDeepStrictEqual(latest.texts.recruitment, recruitment);
    if (!latest || !isSame) latest = { club, texts: { ...club, recruitment } };
    return latest.texts;
  };
}

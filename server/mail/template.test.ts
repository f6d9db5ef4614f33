import { expect, it } from 'vitest';
import { resultEmail } from '#domain/result-texts.ts';
import { asHtml, asText } from './template.ts';

const body = { club: 'Club', greeting: 'Hello,', before: [] };

/** The mail as a program shows it that ignores style sheets. */
function withoutStyles(html: string): string {
  return html.replace(/ style="[^"]*"/g, '');
}

it.each(['before', 'after', 'details'] as const)(
  'every line break, link and direction of a text %s has its own element',
  (place) => {
    const text = 'Room: Lab 3 (https://club.example/lab?a=1&b=2)\nשלום <b>\n\nTime: 5 pm';
    const parts = place === 'details' ? [{ label: 'Message', value: text }] : [text];
    const html = withoutStyles(asHtml({ ...body, [place]: parts }));
    expect(html).toContain(
      [
        '<bdi>Room: Lab 3 (<a href="https://club.example/lab?a=1&amp;b=2">https://club.example/lab?a=1&amp;b=2</a>)</bdi>',
        '<bdi>שלום &lt;b&gt;</bdi>',
        '<bdi></bdi>',
        '<bdi>Time: 5 pm</bdi>',
      ].join('<br>\n'),
    );
    expect(asText({ ...body, [place]: parts })).toContain(text);
  },
);

it('a name is no link', () => {
  expect(asHtml({ ...body, greeting: 'Hello www.spam.example,' })).not.toContain('href');
});

it('the address below a button is a link', () => {
  const link = { label: 'Open', href: 'https://portal.example/x' };
  expect(asHtml({ ...body, link }).match(/href="https:\/\/portal\.example\/x"/g)).toHaveLength(2);
});

it('the poster heads the email of a selected member, with words that need no picture', () => {
  const poster = {
    track: 'web' as const,
    picture: 'https://portal.example/poster-web.png',
    title: 'You’re in!',
    facts: ['Asha <b>', 'Web Development · 2026'],
  };
  const html = withoutStyles(asHtml({ ...body, poster }));
  expect(html).toContain('<img src="https://portal.example/poster-web.png" width="560" alt="">');
  expect(html).toContain('<bdi>Asha &lt;b&gt;</bdi><br><bdi>Web Development · 2026</bdi>');
  expect(asHtml(body)).not.toContain('<img');
  expect(asText({ ...body, poster })).toBe('Hello,\n\nClub\n');
});

it.each([
  ['Dear {name},\n\nwelcome to {track}.', 'Dear Asha,', ['welcome to Web.']],
  ['Welcome, {name}, to {track}!', 'Hello Asha,', ['Welcome, Asha, to Web!']],
  ['Welcome!\nLab 3\n\nSee you', 'Hello Asha,', ['Welcome!\nLab 3', 'See you']],
])('the email %j greets once', (email, greeting, paragraphs) => {
  const words = resultEmail({ subject: '{name}: {track}', email }, { name: 'Asha', track: 'Web' });
  expect(words).toEqual({ subject: 'Asha: Web', greeting, paragraphs });
});

import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { contentFolder, loadContent } from '#server/content.ts';
import { member, openPage, screen, textsOf } from '#tests/pages/page.ts';

/** The texts of a section's headings. */
async function headings(part: string): Promise<(string | null)[]> {
  const section = within(await screen.findByRole('region', { name: part }));
  return textsOf(section.getAllByRole('heading', { level: 3 }));
}

describe('the About page', () => {
  it('shows a visitor what the spec says about the club', async () => {
    await openPage('/about');
    expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toBe(
      'Pick a track. Build one thing. Get it reviewed.',
    );
    expect(document.title).toBe('About · SDC');
    expect(screen.getAllByText('Recruitment is ongoing').length).toBeGreaterThan(0);
    expect(screen.getByRole('region', { name: /^Our mission/ }).textContent).toContain(
      'We want every student',
    );
    expect(textsOf(screen.getAllByRole('definition'))).toEqual(['500+', '50+', '25+', '10+']);
    expect(textsOf(screen.getAllByRole('term'))).toEqual([
      'Members',
      'Projects',
      'Workshops',
      'Hackathons won',
    ]);
    expect(await headings('Activities')).toEqual([
      'Workshops',
      'Hackathons',
      'Project showcases',
      'Tech talks',
    ]);
    const activities = screen.getByRole('region', { name: 'Activities' }).textContent;
    for (const schedule of [
      'Weekly, on Wednesday',
      'Monthly, on the first weekend',
      'At the end of each semester',
      'Bi-weekly',
    ]) {
      expect(activities).toContain(schedule);
    }
    expect(await headings('Why join')).toHaveLength(4);
    expect(await headings('After you join')).toEqual([
      'Create Account',
      'Select Development Track',
      'Complete Assigned Task',
      'Submit Project Details',
    ]);
    expect(await headings('Open roles')).toEqual([
      'Tech Team Member',
      'Design Team Member',
      'Social Media Team Member',
      'Content Team Member',
    ]);
    screen.getByText(/Tech, Design, Social Media, and Content Team Member/);
  });

  it('names leaders and their roles, and a role alone while it has no name', async () => {
    const content = loadContent(contentFolder);
    const { club } = content;
    const president = { ...club.president, name: 'Nila Bose' };
    await openPage('/about', { content: { ...content, club: { ...club, president } } });
    expect(await headings('Leadership')).toEqual([
      'Nila Bose',
      'Vice President',
      'Technical Lead',
      'Design Lead',
      'Social Media Lead',
      'Content Lead',
    ]);
    expect(screen.getByRole('heading', { name: 'Nila Bose' }).nextElementSibling?.textContent).toBe(
      'President',
    );
  });

  it('leads from each track to its task', async () => {
    const { user, address } = await openPage('/about');
    const tracks = within(await screen.findByRole('list', { name: 'Development tracks' }));
    expect(textsOf(tracks.getAllByRole('listitem'))).toEqual([
      'Android DevelopmentTimetable and Deadlines Planner',
      'Web DevelopmentCampus Events Board',
      'Machine LearningForecasting Bike Rentals by the Hour',
      'Game DevelopmentClosing Time at the Library',
    ]);
    await user.click(tracks.getByRole('link', { name: 'Machine Learning' }));
    await expect.poll(address).toBe('/tasks?track=ml');
    await screen.findByRole('heading', { name: 'Forecasting Bike Rentals by the Hour' });
  });

  it.each([
    ['Join the club', '/register'],
    ['Create your account', '/register'],
    ['Contact us', '/login?from=%2Fcontact'],
  ])('leads a visitor on: %s', async (name, target) => {
    const { user, address } = await openPage('/about');
    await user.click(await screen.findByRole('link', { name }));
    await expect.poll(address).toBe(target);
  });

  it('leads a member to the contact page', async () => {
    const { user, address } = await openPage('/about', { as: member() });
    await user.click(await screen.findByRole('link', { name: 'Contact us' }));
    await expect.poll(address).toBe('/contact');
  });
});

describe('the terms', () => {
  it('are seven, numbered, for anyone', async () => {
    await openPage('/terms');
    await screen.findByRole('heading', { level: 1, name: 'Terms and Conditions' });
    expect(document.title).toBe('Terms and Conditions · SDC');
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      '1. Final decision',
      '2. Code of conduct',
      '3. Academic integrity',
      '4. Participation',
      '5. Use of club resources',
      '6. Privacy',
      '7. Amendments',
    ]);
    const terms = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(terms[0]?.textContent).toContain('their decision is final');
  });

  it.each([
    ['Ask the club leads', '/login?from=%2Fcontact'],
    ['about the club', '/about'],
  ])('lead on: %s', async (name, target) => {
    const { user, address } = await openPage('/terms');
    await user.click(await screen.findByRole('link', { name }));
    await expect.poll(address).toBe(target);
  });
});

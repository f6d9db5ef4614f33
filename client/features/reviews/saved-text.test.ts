import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextText,
  openText,
  replacedText,
  type SavedText,
  type TextEvent,
  unsavedText,
} from './saved-text.ts';

function after(...events: TextEvent[]): SavedText {
  return events.reduce(nextText, openText('', null));
}

const typed = (text: string) => ({ type: 'typed', text }) as const;
const sent = (text: string) => ({ type: 'sent', text }) as const;
const saved = (text: string) => ({ type: 'saved', text }) as const;
const failed = (text: string) => ({ type: 'failed', text }) as const;
const read = (stored: string) => ({ type: 'read', stored }) as const;

describe('a text that saves itself', () => {
  it.each([
    ['is dirty once it is typed', [typed('a')], { is: 'dirty', text: 'a', stored: '' }],
    ['is clean again as it was', [typed('a'), typed(' ')], { is: 'clean' }],
    [
      'keeps what is typed during a save',
      [typed('a'), sent('a'), typed('ab'), saved('a')],
      { is: 'dirty', text: 'ab', stored: 'a' },
    ],
    [
      'is clean once it is saved, also if it is read before',
      [typed('a'), sent('a'), read('a'), saved('a')],
      { is: 'clean', isFromElsewhere: false },
    ],
    [
      'is in conflict with a text that was read before the answer to its own save',
      [typed('a'), sent('a'), read('b'), saved('a')],
      { is: 'conflict', text: 'a', stored: 'b' },
    ],
    ['can be saved again after a failure', [typed('a'), sent('a'), failed('a')], { is: 'failed', text: 'a' }],
    [
      'ignores the failure of a text that was sent before',
      [typed('a'), sent('a'), typed('b'), sent('b'), failed('a')],
      { is: 'saving', sent: 'b' },
    ],
    [
      'follows another window while it is clean',
      [read('b')],
      { is: 'clean', text: 'b', isFromElsewhere: true },
    ],
    [
      'is in conflict with another window’s text',
      [typed('a'), read('b')],
      { is: 'conflict', text: 'a', stored: 'b' },
    ],
    [
      'is in conflict after a failure',
      [typed('a'), sent('a'), failed('a'), read('b')],
      { is: 'conflict', text: 'a' },
    ],
    [
      'stays in conflict while it is typed',
      [typed('a'), read('b'), typed('ac'), read('bd')],
      { is: 'conflict', text: 'ac', stored: 'bd' },
    ],
    [
      'replaces the other one where it is kept',
      [typed('a'), read('b'), { type: 'keepMine' }],
      { is: 'dirty', text: 'a', stored: 'b' },
    ],
    [
      'gives way where the other one is taken',
      [typed('a'), read('b'), { type: 'takeOther' }],
      { is: 'clean', text: 'b' },
    ],
  ] satisfies [string, TextEvent[], object][])('%s', (_, events, state) => {
    expect(after(...events)).toMatchObject(state);
  });

  it('begins with what was kept, in conflict if the server has another one by now', () => {
    const kept = { text: 'a', stored: '' };
    expect(openText('', kept)).toMatchObject({ is: 'dirty', text: 'a' });
    expect(openText('b', kept)).toMatchObject({ is: 'conflict', text: 'a', stored: 'b' });
    expect(openText('a', kept)).toMatchObject({ is: 'clean', isFromElsewhere: false });
  });

  it('never loses what was typed, and never saves over a text that it has not shown', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    const event: fc.Arbitrary<TextEvent> = fc.oneof(
      fc.record({ type: fc.constantFrom('typed', 'saved', 'failed'), text }),
      fc.record({ type: fc.constant('read'), stored: text }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state = openText('', null);
        for (const next of events) {
          const unsaved = unsavedText(state);
          if (state.is === 'dirty' && unsaved !== null) state = nextText(state, sent(unsaved));
          const before = state;
          state = nextText(state, next);
          if (next.type !== 'typed' && before.is !== 'clean') expect(state.text).toBe(before.text);
          if (state.is === 'conflict') expect(unsavedText(state)).toBeNull();
          else if (next.type === 'read') expect([state.stored, replacedText(state)]).toContain(next.stored);
        }
      }),
    );
  });
});
